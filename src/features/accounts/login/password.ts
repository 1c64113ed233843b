import { sql } from 'drizzle-orm'
import { type Database, type Group, group, one } from '#db/client.ts'
import type { User } from '#db/schema/core.ts'
import {
  type OwnSession,
  requireConfirmed,
} from '#features/accounts/confirmation/require-confirmed.ts'
import { type ChangeOrigin, notifyOfChange } from '#features/accounts/recovery/not-me.ts'
import { endRequests } from '#features/accounts/recovery/tokens.ts'
import { endAssistants, endOtherSessions } from '#features/accounts/sessions/devices.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { isGuessable } from '#kernel/crypto/guessable-passwords.ts'
import { hashPassword, requirePassword } from '#kernel/crypto/passwords.ts'
import { AppError } from '#kernel/errors.ts'
import { fieldProblem } from '#kernel/fields.ts'

/**
 * Changes or sets the password, ends the other sessions of the viewer with their assistants, and
 * invalidates requested links.
 */
export async function changePassword(
  db: Database,
  own: OwnSession,
  currentPassword: string | undefined,
  newPassword: string,
  origin: ChangeOrigin,
  now: Date,
): Promise<void> {
  const { viewer, sid } = own
  refuseOwnName(newPassword, viewer, 'new_password')
  const oldHash = await requireOwner(db, own, currentPassword, 'current_password', now)
  const passwordHash = await hashPassword(newPassword)
  // Every hash has its own salt, so this is NULL if the first statement changed nothing.
  const changedUser = sql`(SELECT uid FROM users WHERE uid = ${viewer.uid} AND password_hash = ${passwordHash})`
  const [changed] = await db.batch([
    // A concurrent request may have changed the password since it was checked.
    sql`UPDATE users SET password_hash = ${passwordHash}
        WHERE uid = ${viewer.uid} AND password_hash IS ${oldHash} RETURNING uid`,
    ...(await notifyOfChange(own, { event: 'password_changed' }, origin, now)),
    endOtherSessions(changedUser, sid),
    endAssistants(changedUser, sql`sid IS NOT ${sid}`),
    endRequests(viewer.uid),
  ])
  // The current password was right when it was checked, so this is no guess of a wrong one.
  if (changed.length === 0) throw new AppError('invalid_credentials')
}

/**
 * Requires the password, and returns its hash. An account without a password needs a fresh session
 * instead, and has no hash.
 */
export async function requireOwner(
  db: Database,
  own: OwnSession,
  password: string | undefined,
  field: string,
  now: Date,
): Promise<string | null> {
  const user = await db.first(
    sql<Pick<User, 'password_hash'>>`SELECT password_hash FROM users WHERE uid = ${own.viewer.uid}`,
  )
  if (user === null) throw new AppError('session_expired')
  if (user.password_hash === null) {
    await requireConfirmed(db, own, undefined, now)
    return null
  }
  if (password === undefined)
    throw new AppError('validation_failed', { fields: { [field]: fieldProblem('required') } })
  await requirePassword(password, user, field)
  return user.password_hash
}

/** Whether the viewer can log in with a password. */
export function hasPassword(viewer: Viewer): Group<boolean> {
  const row = sql`SELECT 1 FROM users WHERE uid = ${viewer.uid} AND password_hash IS NOT NULL`
  return group({ row: one(row) }, ({ row }) => row !== null)
}

/** Refuses the e-mail address or the username as a password, because both are easy to find. */
export function refuseOwnName(
  password: string,
  { email, username }: Pick<Viewer, 'email' | 'username'>,
  field: string,
): void {
  const [mailbox] = email.split('@')
  if (!isGuessable(password, [email, mailbox, username])) return
  throw new AppError('validation_failed', { fields: { [field]: fieldProblem('guessable') } })
}
