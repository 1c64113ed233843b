import { hook, text } from '#kernel/hooks.ts'

/** Wraps the form that requests login options. Has the redirect target and the messages. */
export const passkeyLogin = hook('passkey-login', {
  next: text,
  welcome: text,
  refused: text,
  expired: text,
  failed: text,
  noDomain: text,
})
/** Wraps the form that requests registration options. */
export const passkeyAdding = hook('passkey-adding', {
  added: text,
  known: text,
  failed: text,
  noDomain: text,
  unsupported: text,
})
