import { hook, text } from '#kernel/hooks.ts'

/** `request` is the method and the path, `body` the JSON of the example. */
export const tryButton = hook('try', { request: text, body: text })
/** The search form of the index, and the part of the page that its query changes. */
export const referenceSearch = hook('reference-search')
export const referenceFound = hook('reference-found')
export const tryDialog = hook('try-dialog', { failed: text })
