import { attach } from '#client/attach.ts'
import { contents } from '#client/behaviors/contents.ts'
import { copyCode } from '#client/behaviors/copy-code.ts'
import { follow } from '#client/behaviors/follow.ts'
import { shareButtons } from '#client/behaviors/share.ts'

attach(contents, copyCode, follow, shareButtons)
