import type { RelyingParty } from '#features/accounts/passkeys/webauthn.ts'
import { type OriginContext, siteOrigin } from '#web/site-origin.ts'

/** The WebAuthn relying party: the host and origin of the site. */
export function relyingParty(c: OriginContext): RelyingParty {
  const origin = siteOrigin(c)
  return { id: new URL(origin).hostname, origin }
}
