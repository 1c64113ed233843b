import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Database } from '#db/client.ts'
import { nameTheLimit, tooMany } from '#db/refusals.ts'
import type { PasskeyRow } from '#db/schema/accounts.ts'
import { type OwnSession, requireConfirmed } from '#features/accounts/confirmation/require-confirmed.ts'
import { isLive, newChallenge, PASSKEY_CHALLENGE_LIFETIME, spend } from '#features/accounts/passkeys/challenge.ts'
import { PASSKEYS_MAX, SHOWN } from '#features/accounts/passkeys/passkeys.ts'
import type { Passkey, Registration, RegistrationOptionsShape } from '#features/accounts/passkeys/shapes.ts'
import {
  ALGORITHMS,
  asBytes,
  challengeIn,
  invalidResponse,
  type RelyingParty,
  verifiedRegistration,
} from '#features/accounts/passkeys/webauthn.ts'
import { type ChangeOrigin, notifyOfChange } from '#features/accounts/recovery/notify-of-change.ts'
import { siteIdentity } from '#features/core/identity/cached.ts'
import { PRODUCT_NAME } from '#features/core/identity/default-identity.ts'
import type { Secrets } from '#kernel/crypto/signatures.ts'

const LIMIT = ['name', 'too_many_passkeys', PASSKEYS_MAX] as const

/**
 * The WebAuthn options to create a passkey. Requires a fresh session. The challenge is valid only in that session, so a response to
 * it needs no further confirmation.
 */
export async function beginPasskey(
  db: Database,
  secrets: Secrets,
  site: RelyingParty,
  own: OwnSession,
  { password, displayName }: { password?: string | undefined; displayName: string },
  now: Date,
): Promise<z.infer<typeof RegistrationOptionsShape>> {
  const { viewer, sid } = own
  await requireConfirmed(db, own, password, now)
  const known = await db.all(sql<Pick<PasskeyRow, 'credential_id' | 'transports'>>`
    SELECT credential_id, transports FROM passkeys WHERE user_id = ${viewer.uid}`)
  if (known.length >= PASSKEYS_MAX) throw tooMany(...LIMIT)
  const { name } = await siteIdentity(db, now)
  return {
    challenge: asBytes(await newChallenge(secrets, 'passkey-new', sid, now)),
    rp: { id: site.id, name: name ?? PRODUCT_NAME },
    user: { id: userHandle(viewer.uid), name: viewer.email, displayName },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: PASSKEY_CHALLENGE_LIFETIME,
    excludeCredentials: known.map(({ credential_id: id, transports }) => ({
      type: 'public-key',
      id,
      transports: JSON.parse(transports),
    })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'preferred' },
    attestation: 'none',
  }
}

/** The trigger passkeys_twenty_at_most enforces the limit. A passkey that any user has registered is refused. */
export async function addPasskey(
  db: Database,
  secrets: Secrets,
  site: RelyingParty,
  own: OwnSession,
  { response, name }: { response: Registration; name: string },
  origin: ChangeOrigin,
  now: Date,
): Promise<Passkey> {
  const { viewer, sid } = own
  const challenge = challengeIn(response)
  if (!(await isLive(secrets, 'passkey-new', sid, challenge, now))) throw invalidResponse()
  const made = await verifiedRegistration(site, response, challenge)
  if (made === null) throw invalidResponse()
  const adding = db.batch([
    await spend(challenge, now),
    sql<Passkey>`
      INSERT INTO passkeys (user_id, credential_id, public_key, counter, transports, name, created_at)
      SELECT ${viewer.uid}, ${made.credential_id}, ${made.public_key}, ${made.counter}, ${made.transports}, ${name},
        ${now.toISOString()}
      WHERE changes() = 1
      ON CONFLICT DO NOTHING RETURNING ${SHOWN}`,
    ...(await notifyOfChange(own, { event: 'passkey_added', name }, origin, now)),
  ])
  const [, [passkey]] = await adding.catch(nameTheLimit(...LIMIT))
  if (!passkey) throw invalidResponse()
  return passkey
}

/** The id by which a device distinguishes the accounts of one site. */
export function userHandle(uid: number): string {
  return asBytes(String(uid))
}
