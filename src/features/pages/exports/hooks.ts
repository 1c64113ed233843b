import { hook, text } from '#kernel/hooks.ts'

export const exportLink = hook('export-link')
export const exportInProgress = hook('export-in-progress', { statusUrl: text })
