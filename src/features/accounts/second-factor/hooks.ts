import { hook, text } from '#kernel/hooks.ts'

/** The three steps of setting an app up, of which one is shown. */
export const totpStart = hook('totp-start')
export const totpSetUp = hook('totp-set-up')
export const totpDone = hook('totp-done')
export const totpPicture = hook('totp-picture', { alt: text })
export const totpLink = hook('totp-link')
export const totpSecret = hook('totp-secret')
/** The two halves of the login page. */
export const passwordHalf = hook('password-half')
export const codeHalf = hook('code-half')
