import { hook, text } from '#kernel/hooks.ts'

export const copyLinkButton = hook('copy-link', { copied: text, failed: text })
/** `path` is the address of the Markdown. */
export const copyMarkdownButton = hook('copy-markdown', { path: text, copied: text, failed: text })
export const shareButton = hook('share', { title: text })
export const sideContents = hook('contents')
