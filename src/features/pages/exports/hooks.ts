import { hook, text } from '#kernel/hooks.ts'

/** An export in progress. The page follows it until it is ready. */
export const exportInProgress = hook('export-in-progress', { statusUrl: text })
