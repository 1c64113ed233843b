import { attach } from '#client/attach.ts'
import { showUnsaved } from '#client/editor/preview.ts'

attach(showUnsaved)
