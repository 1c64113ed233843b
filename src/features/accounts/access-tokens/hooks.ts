import { hook } from '#kernel/hooks.ts'

/** The list of tokens, to which the browser adds a new token. */
export const tokenList = hook('tokens')
export const tokenForm = hook('token-form')
