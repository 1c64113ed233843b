import { hook, text } from '#kernel/hooks.ts'

/** Starts an export: a download, or a page that shows its progress. */
export const exportLink = hook('export-link')
/** An export in progress. The page asks for its state until it is ready. */
export const exportInProgress = hook('export-in-progress', { statusUrl: text })
