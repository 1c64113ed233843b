import { type PublicKeyCredentialRequestOptionsJSON, WebAuthnError } from '@simplewebauthn/browser'
import type { Api } from '#client/create-api.ts'

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

/** The options for a login or a confirmation with a passkey, with a new challenge. */
export async function passkeyOptions(
  api: Pick<Api, 'post'>,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const options: unknown = await api.post('/api/auth/passkey/options')
  // The type of this answer is in the API document (PasskeyAssertionOptions).
  return options as PublicKeyCredentialRequestOptionsJSON
}
