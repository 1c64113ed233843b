import type { RelyingParty } from '#features/accounts/passkeys/webauthn.ts'

/** The site as passkeys know it: by the address under which it was asked. */
export function relyingParty(c: { req: { url: string } }): RelyingParty {
  const { hostname, origin } = new URL(c.req.url)
  return { id: hostname, origin }
}
