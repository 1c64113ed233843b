import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import { type Database, found, type Statement } from '#db/client.ts'
import { nameTheLimit, tooMany } from '#db/refusals.ts'
import type { PasskeyRow } from '#db/schema/accounts.ts'
import {
  type OwnSession,
  requireConfirmed,
} from '#features/accounts/confirmation/require-confirmed.ts'
import {
  ALGORITHMS,
  type Passkey,
  type Registration,
  type RegistrationOptionsShape,
} from '#features/accounts/passkeys/shapes.ts'
import {
  asBytes,
  challengeIn,
  invalidResponse,
  isLive,
  newChallenge,
  PASSKEY_CHALLENGE_LIFETIME,
  type RelyingParty,
  spend,
  verifiedRegistration,
} from '#features/accounts/passkeys/webauthn.ts'
import { hasOtherLogin } from '#features/accounts/providers/identities.ts'
import { type ChangeOrigin, notifyOfChange } from '#features/accounts/recovery/not-me.ts'
import { PRODUCT_NAME, siteIdentity } from '#features/core/identity/identity.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import type { Secrets } from '#kernel/crypto/signatures.ts'
import { AppError } from '#kernel/errors.ts'

/** Maximum number of passkeys of a user. The trigger passkeys_twenty_at_most enforces it. */
export const PASSKEYS_MAX = 20
export const PASSKEY_NAME_MAX = 50

/**
 * The passkeys of the viewer, newest first. A user has at most PASSKEYS_MAX, so there is one page.
 */
export function passkeysOf(viewer: Viewer): Statement<Passkey> {
  return sql`SELECT ${SHOWN} FROM passkeys WHERE user_id = ${viewer.uid} ORDER BY id DESC`
}

export async function renamePasskey(
  db: Database,
  viewer: Viewer,
  id: number,
  name: string,
): Promise<Passkey> {
  return db.read(
    found(sql<Passkey>`
      UPDATE passkeys SET name = ${name} WHERE id = ${id} AND user_id = ${viewer.uid} RETURNING ${SHOWN}`),
  )
}

/**
 * Requires a fresh session, so that a stolen session alone cannot lock its user out. Refuses to
 * remove the last way to log in. The trigger users_erased_have_no_passkeys deletes the passkeys of
 * erased users.
 */
export async function removePasskey(
  db: Database,
  own: OwnSession,
  { id, password }: { id: number; password?: string | undefined },
  origin: ChangeOrigin,
  now: Date,
): Promise<void> {
  const { viewer } = own
  const passkey = await db.read(
    found(
      sql<
        Pick<PasskeyRow, 'name'>
      >`SELECT name FROM passkeys WHERE id = ${id} AND user_id = ${viewer.uid}`,
    ),
  )
  await requireConfirmed(db, own, password, now)
  const [removed] = await db.batch([
    sql`DELETE FROM passkeys
        WHERE id = ${id} AND user_id = ${viewer.uid} AND ${hasOtherLogin(viewer.uid, { passkey: id })} RETURNING id`,
    ...(await notifyOfChange(own, { event: 'passkey_removed', name: passkey.name }, origin, now)),
  ])
  if (removed.length === 0) throw new AppError('last_sign_in')
}

const COLUMNS = ['id', 'name', 'created_at', 'last_used_at'] satisfies (keyof PasskeyRow)[]
export const SHOWN = sql.raw(COLUMNS.join(', '))

const LIMIT = ['name', 'too_many_passkeys', PASSKEYS_MAX] as const

/**
 * The WebAuthn options to create a passkey. Requires a fresh session. The challenge is valid only
 * in that session, so a response to it needs no further confirmation.
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
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'preferred',
    },
    attestation: 'none',
  }
}

/**
 * Stores a new passkey. A passkey that any user has registered is refused. The trigger
 * passkeys_twenty_at_most enforces the limit.
 */
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
