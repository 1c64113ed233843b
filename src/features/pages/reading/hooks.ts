import { hook, text } from '#kernel/hooks.ts'

export const copyLinkButton = hook('copy-link', { copied: text, failed: text })
/** `path` is the address of the Markdown. */
export const copyMarkdownButton = hook('copy-markdown', { path: text, copied: text, failed: text })
export const shareButton = hook('share', { title: text })
export const sideContents = hook('contents')
export const textSizeButton = hook('text-size-button')
export const historyPage = hook('history', { part: text, remove: text })
/** In the sidebar of the home page: the latest unfinished post of this browser. */
export const continueReading = hook('continue-reading')
