import { WebAuthnError } from '@simplewebauthn/browser'

interface Words {
  failed: string
  noDomain: string
  known?: string
}

/**
 * The message for a failed passkey request. Null if it failed because another request replaced it.
 */
export function passkeyProblem(
  error: unknown,
  { failed, noDomain, known = failed }: Words,
): string | null {
  switch (error instanceof WebAuthnError && error.code) {
    case 'ERROR_CEREMONY_ABORTED':
      return null
    case 'ERROR_INVALID_DOMAIN':
      return noDomain
    case 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED':
      return known
    default:
      return failed
  }
}
