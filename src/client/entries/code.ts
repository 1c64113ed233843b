import { attach } from '#client/attach.ts'
import { highlight } from '#client/behaviors/highlight.ts'

attach(highlight)
