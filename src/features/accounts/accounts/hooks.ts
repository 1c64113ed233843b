import { hook, text } from '#kernel/hooks.ts'

export const emailToCheck = hook('check-email')
/** Links to login and password reset, shown if the e-mail address already has an account. */
export const emailIsTaken = hook('email-is-taken')
export const restoreHalf = hook('restore')
export const purgeDate = hook('purge-at')
export const forgetRestore = hook('forget-restore')
export const nothingToRestore = hook('nothing-to-restore')
/** Wraps the form that requests login options. Has the redirect target and the messages. */
export const passkeyLogin = hook('passkey-login', {
  next: text,
  welcome: text,
  refused: text,
  expired: text,
  failed: text,
  noDomain: text,
})
/** Wraps the form that requests the options for a confirmation. */
export const passkeyConfirmation = hook('passkey-confirmation', {
  next: text,
  unverified: text,
  failed: text,
  noDomain: text,
  unsupported: text,
})
