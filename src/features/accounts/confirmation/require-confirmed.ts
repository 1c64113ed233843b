import { sql } from 'drizzle-orm'
import { type Database, found, type Group, group } from '#db/client.ts'
import type { User } from '#db/schema/core.ts'
import { HAS_SECOND_FACTOR } from '#features/accounts/second-factor/proof.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { requirePassword } from '#kernel/crypto/passwords.ts'
import { AppError } from '#kernel/errors.ts'
import { isFresh } from '#kernel/session-age.ts'

export interface OwnSession {
  viewer: Viewer
  sid: string
}

type ConfirmationMethod = 'password' | 'provider' | 'code' | 'passkey'

/**
 * For a sensitive action whose body may contain the password (`fresh: 'or password'` on the route
 * line): requires a fresh session. A right password also counts while two-step verification is off.
 * The error contains the methods that the user can confirm with. Where no password counts, the
 * guard requires the fresh session (`fresh: true`).
 */
export async function requireConfirmed(
  db: Database,
  { viewer, sid }: OwnSession,
  password: string | undefined,
  now: Date,
): Promise<void> {
  const row = await db.first(sql<MethodRow & { confirmed_at: string }>`
    SELECT ${METHOD_COLUMNS}, coalesce(s.confirmed_at, s.created_at) AS confirmed_at
    FROM sessions s JOIN users ON users.uid = s.user_id WHERE s.sid = ${sid} AND s.user_id = ${viewer.uid}`)
  if (row === null) throw new AppError('session_expired')
  if (password !== undefined) {
    await requirePassword(password, row)
    if (!row.has_second_factor) return
  }
  if (!isFresh(row.confirmed_at, now)) throw confirmationRequired(methodsIn(row))
}

export function confirmationRequired({ methods }: ConfirmationMethods): AppError {
  return new AppError('confirmation_required', { extra: { methods } })
}

/** How the viewer can confirm their identity. */
export interface ConfirmationMethods {
  methods: ConfirmationMethod[]
  /** The providers that the user can sign in with again, at `/auth/<key>?confirm=1`. */
  providers: { key: string; name: string }[]
}

export function confirmationMethods(viewer: Viewer): Group<ConfirmationMethods> {
  const row = found(sql<MethodRow>`SELECT ${METHOD_COLUMNS} FROM users WHERE uid = ${viewer.uid}`)
  return group({ row }, ({ row }) => methodsIn(row))
}

type MethodRow = Pick<User, 'password_hash'> & {
  has_second_factor: number
  has_passkey: number
  providers: string
}

const METHOD_COLUMNS = sql`
  users.password_hash, ${HAS_SECOND_FACTOR} AS has_second_factor,
  EXISTS (SELECT 1 FROM passkeys WHERE user_id = users.uid) AS has_passkey,
  (SELECT json_group_array(json_object('key', p.key, 'name', p.name))
   FROM user_identities i JOIN identity_providers p ON p.issuer = i.issuer WHERE i.user_id = users.uid) AS providers`

function methodsIn(row: MethodRow): ConfirmationMethods {
  const providers: ConfirmationMethods['providers'] = JSON.parse(row.providers)
  const methods: ConfirmationMethod[] = []
  if (row.password_hash !== null) methods.push('password')
  if (providers.length > 0) methods.push('provider')
  if (row.has_second_factor) methods.push('code')
  if (row.has_passkey) methods.push('passkey')
  return { methods, providers }
}
