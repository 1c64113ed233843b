import { attach } from '#client/attach.ts'
import { sitePage } from '#client/editor/site-page.ts'

attach(sitePage)
