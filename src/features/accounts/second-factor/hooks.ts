import { hook, text } from '#kernel/hooks.ts'

/** The three steps of the setup. The page shows one at a time. */
export const totpStart = hook('totp-start')
export const totpSetUp = hook('totp-set-up')
export const totpDone = hook('totp-done')
export const totpPicture = hook('totp-picture', { alt: text })
export const totpLink = hook('totp-link')
export const totpSecret = hook('totp-secret')
/** The two steps of the login page. */
export const passwordHalf = hook('password-half')
export const codeHalf = hook('code-half')
