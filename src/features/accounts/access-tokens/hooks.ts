import { hook } from '#kernel/hooks.ts'

/** The list that a new token joins. */
export const tokenList = hook('tokens')
export const tokenForm = hook('token-form')
