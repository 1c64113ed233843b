import { hook, text } from '#kernel/hooks.ts'

/** Wraps the form that requests registration options. */
export const passkeyAdding = hook('passkey-adding', {
  added: text,
  known: text,
  failed: text,
  noDomain: text,
  unsupported: text,
})
