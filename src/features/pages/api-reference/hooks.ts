import { hook, text } from '#kernel/hooks.ts'

/** `request` is the method and the path, `body` the JSON of the example. */
export const tryButton = hook('try', { request: text, body: text })
export const tryDialog = hook('try-dialog', { failed: text })
