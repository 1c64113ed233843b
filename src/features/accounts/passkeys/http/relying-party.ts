import type { RelyingParty } from '#features/accounts/passkeys/webauthn.ts'

/** The WebAuthn relying party: the host and origin of the request. */
export function relyingParty(c: { req: { url: string } }): RelyingParty {
  const { hostname, origin } = new URL(c.req.url)
  return { id: hostname, origin }
}
