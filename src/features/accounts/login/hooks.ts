import { hook, maybe, text } from '#kernel/hooks.ts'

export const emailToCheck = hook('check-email')
/**
 * Links to login and password reset. They are shown if the e-mail address already has an account.
 */
export const emailIsTaken = hook('email-is-taken')
export const restoreHalf = hook('restore')
export const purgeDate = hook('purge-at')
export const forgetRestore = hook('forget-restore')
export const nothingToRestore = hook('nothing-to-restore')
/**
 * Wraps the form that requests login options. It has the path to open afterwards and the messages.
 */
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

/**
 * The hidden field for the solved challenge. `worker` is the address of the solver, and `failed`
 * the message if it does not run. `siteKey` is for Turnstile, which replaces the solver.
 */
export const challengeField = hook('solves', { worker: text, failed: text, siteKey: maybe(text) })

/** The steps of the setup of two-step verification. The page shows one of them at a time. */
export const totpStart = hook('totp-start')
export const totpSetUp = hook('totp-set-up')
export const totpDone = hook('totp-done')
export const totpPicture = hook('totp-picture', { alt: text })
export const totpLink = hook('totp-link')
export const totpSecret = hook('totp-secret')
/** The two steps of the login page. */
export const passwordHalf = hook('password-half')
export const codeHalf = hook('code-half')

/** Wraps the form that requests the options for a new passkey. */
export const passkeyAdding = hook('passkey-adding', {
  added: text,
  known: text,
  failed: text,
  noDomain: text,
  unsupported: text,
})

export const tokenForm = hook('token-form')
