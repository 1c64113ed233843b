import { showUnsaved } from '#client/editor/preview.ts'

showUnsaved()
