import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Database } from '#db/client.ts'
import type { PasskeyRow } from '#db/schema/passkeys.ts'
import type { User } from '#db/schema/people.ts'
import { isLive, newChallenge, PASSKEY_CHALLENGE_LIFETIME, spend } from '#features/accounts/passkeys/challenge.ts'
import { PASSKEYS_MAX, SHOWN } from '#features/accounts/passkeys/passkeys.ts'
import type { Passkey, Registration, RegistrationOptionsShape } from '#features/accounts/passkeys/shapes.ts'
import {
  ALGORITHMS,
  asBytes,
  challengeIn,
  type RelyingParty,
  verifiedRegistration,
} from '#features/accounts/passkeys/webauthn.ts'
import { type ChangeOrigin, notifyOfChange } from '#features/accounts/second-factor/letters.ts'
import { siteIdentity } from '#features/core/identity/cached.ts'
import { PRODUCT_NAME } from '#features/core/identity/default-identity.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { requirePassword } from '#kernel/crypto/passwords.ts'
import type { Secrets } from '#kernel/crypto/signatures.ts'
import { AppError } from '#kernel/errors.ts'
import { fieldProblem, fieldProblemWith } from '#kernel/fields.ts'

/** The viewer and their session. A challenge is valid only in the session that requested it. */
interface Adder {
  viewer: Viewer
  sid: string
}

/** The WebAuthn options to create a passkey. Requires the password, so a valid challenge proves that it was entered. */
export async function beginPasskey(
  db: Database,
  secrets: Secrets,
  site: RelyingParty,
  { viewer, sid }: Adder,
  { password, displayName }: { password: string; displayName: string },
  now: Date,
): Promise<z.infer<typeof RegistrationOptionsShape>> {
  const [[user], known] = await db.batch([
    sql<Pick<User, 'password_hash'>>`SELECT password_hash FROM users WHERE uid = ${viewer.uid}`,
    sql<Pick<PasskeyRow, 'credential_id' | 'transports'>>`
      SELECT credential_id, transports FROM passkeys WHERE user_id = ${viewer.uid}`,
  ])
  await requirePassword(password, user ?? null)
  if (known.length >= PASSKEYS_MAX) throw tooMany()
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
  { viewer, sid }: Adder,
  { response, name }: { response: Registration; name: string },
  origin: ChangeOrigin,
  now: Date,
): Promise<Passkey> {
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
    ...notifyOfChange(viewer, { event: 'passkey_added', name }, origin, now),
  ])
  const [, [passkey]] = await adding.catch(nameTheLimit)
  if (!passkey) throw invalidResponse()
  return passkey
}

/** The id by which a device distinguishes the accounts of one site. */
export function userHandle(uid: number): string {
  return asBytes(String(uid))
}

function invalidResponse(): AppError {
  return new AppError('validation_failed', { fields: { response: fieldProblem('passkey_not_fitting') } })
}

function tooMany(): AppError {
  return new AppError('validation_failed', { fields: { name: fieldProblemWith('too_many_passkeys', PASSKEYS_MAX) } })
}

function nameTheLimit(error: unknown): never {
  throw error instanceof AppError && error.code === 'validation_failed' ? tooMany() : error
}
