import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import type { Api } from '#client/create-api.ts'

/** The options for a login or a confirmation with a passkey, with a new challenge. */
export async function passkeyOptions(
  api: Pick<Api, 'post'>,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const options: unknown = await api.post('/api/auth/passkey/options')
  // The type of this answer is in the API document (PasskeyAssertionOptions).
  return options as PublicKeyCredentialRequestOptionsJSON
}
