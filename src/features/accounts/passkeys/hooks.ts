import { hook, text } from '#kernel/hooks.ts'

/** Around the form that asks for the options of a login: where it leads to, and what somebody is told where it does not. */
export const passkeyLogin = hook('passkey-login', {
  next: text,
  welcome: text,
  refused: text,
  expired: text,
  failed: text,
  noDomain: text,
})
/** Around the form that asks for the options of a registration. */
export const passkeyAdding = hook('passkey-adding', {
  added: text,
  known: text,
  failed: text,
  noDomain: text,
  unsupported: text,
})
