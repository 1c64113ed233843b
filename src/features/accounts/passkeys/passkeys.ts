import { sql } from 'drizzle-orm'
import { type Database, type Group, group } from '#db/client.ts'
import type { PasskeyRow } from '#db/schema/accounts.ts'
import { type OwnSession, requireConfirmed } from '#features/accounts/confirmation/require-confirmed.ts'
import type { Passkey } from '#features/accounts/passkeys/shapes.ts'
import { hasOtherLogin } from '#features/accounts/providers/identities.ts'
import { type ChangeOrigin, notifyOfChange } from '#features/accounts/recovery/notify-of-change.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { AppError } from '#kernel/errors.ts'

/** The trigger passkeys_twenty_at_most enforces this limit. */
export const PASSKEYS_MAX = 20
export const PASSKEY_NAME_MAX = 50

/** Newest first. A user has at most PASSKEYS_MAX passkeys, so there is one page. */
export function passkeysOf(viewer: Viewer): Group<Passkey[]> {
  const rows = sql<Passkey>`SELECT ${SHOWN} FROM passkeys WHERE user_id = ${viewer.uid} ORDER BY id DESC`
  return group({ rows }, ({ rows }) => rows)
}

export async function renamePasskey(db: Database, viewer: Viewer, id: number, name: string): Promise<Passkey> {
  const [renamed] = await db.all(sql<Passkey>`
    UPDATE passkeys SET name = ${name} WHERE id = ${id} AND user_id = ${viewer.uid} RETURNING ${SHOWN}`)
  if (!renamed) throw new AppError('not_found')
  return renamed
}

/**
 * Requires a fresh session, so that a stolen session alone cannot lock its user out. Refuses to remove the last way to log in. The trigger users_erased_have_no_passkeys deletes
 * the passkeys of erased users.
 */
export async function removePasskey(
  db: Database,
  own: OwnSession,
  { id, password }: { id: number; password?: string | undefined },
  origin: ChangeOrigin,
  now: Date,
): Promise<void> {
  const { viewer } = own
  const passkey = await db.first(
    sql<Pick<PasskeyRow, 'name'>>`SELECT name FROM passkeys WHERE id = ${id} AND user_id = ${viewer.uid}`,
  )
  if (!passkey) throw new AppError('not_found')
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
