import { contents } from '#client/behaviors/contents.ts'
import { copyCode } from '#client/behaviors/copy-code.ts'
import { share } from '#client/behaviors/share.ts'

contents()
copyCode()
share()
