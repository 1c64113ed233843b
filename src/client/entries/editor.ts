import { attach } from '#client/attach.ts'
import { writePage } from '#client/editor/write-page.ts'

attach(writePage)
