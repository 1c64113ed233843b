import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import type { User } from '#db/schema/people.ts'
import { endRequests } from '#features/accounts/accounts/tokens.ts'
import { type ChangeOrigin, notifyOfChange } from '#features/accounts/second-factor/letters.ts'
import type { OwnSession } from '#features/accounts/second-factor/require-confirmed.ts'
import { endOtherSessions } from '#features/accounts/sessions/end.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { isGuessable } from '#kernel/crypto/guessable-passwords.ts'
import { hashPassword, requirePassword } from '#kernel/crypto/passwords.ts'
import { AppError } from '#kernel/errors.ts'
import { fieldProblem } from '#kernel/fields.ts'

/** Changes the password, ends the other sessions of the viewer and invalidates requested links. */
export async function changePassword(
  db: Database,
  own: OwnSession,
  currentPassword: string,
  newPassword: string,
  origin: ChangeOrigin,
  now: Date,
): Promise<void> {
  const { viewer, sid } = own
  refuseOwnName(newPassword, viewer, 'new_password')
  await checkPassword(db, viewer, currentPassword, 'current_password')
  const passwordHash = await hashPassword(newPassword)
  await db.batch([
    sql`UPDATE users SET password_hash = ${passwordHash} WHERE uid = ${viewer.uid}`,
    ...(await notifyOfChange(own, { event: 'password_changed' }, origin, now)),
    endOtherSessions(viewer.uid, sid),
    endRequests(viewer.uid),
  ])
}

export async function checkPassword(db: Database, viewer: Viewer, password: string, field: string): Promise<void> {
  const user = await db.first(
    sql<Pick<User, 'password_hash'>>`SELECT password_hash FROM users WHERE uid = ${viewer.uid}`,
  )
  await requirePassword(password, user, field)
}

/** Refuses the e-mail address or username as a password, because both are easy to find. */
export function refuseOwnName(password: string, { email, username }: Names, field: string): void {
  const [mailbox] = email.split('@')
  if (!isGuessable(password, [email, mailbox, username])) return
  throw new AppError('validation_failed', { fields: { [field]: fieldProblem('guessable') } })
}

type Names = Pick<Viewer, 'email' | 'username'>
