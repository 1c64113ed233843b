import { sql } from 'drizzle-orm'
import { type Database, last, type Statement } from '#db/client.ts'
import { checkPassword } from '#features/accounts/accounts/password.ts'
import { eraseSignIns, noteSignIn, type SignInOrigin, tellOfDevice } from '#features/accounts/accounts/sign-in.ts'
import { endTokens } from '#features/accounts/accounts/tokens.ts'
import { eraseReviews } from '#features/accounts/profiles/review.ts'
import { endAllSessions } from '#features/accounts/sessions/end.ts'
import { liveSession, openSession } from '#features/accounts/sessions/open.ts'
import { type SignedIn, signedIn } from '#features/accounts/sessions/signed-in.ts'
import { unsubscribe } from '#features/core/mail/notice-prefs.ts'
import { eraseMail } from '#features/core/mail/outbox.ts'
import { eraseNotifications } from '#features/core/notifications/erase.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { eraseNamesInAuditLog } from '#features/core/site/audit-log.ts'
import { after, DAY, MINUTE, SECOND } from '#kernel/clock.ts'
import { type Secrets, seal, unseal } from '#kernel/crypto/signatures.ts'
import { AppError } from '#kernel/errors.ts'

export const RESTORE_PERIOD = 30 * DAY
export const RESTORE_TOKEN_LIFETIME = 10 * MINUTE

/** Ends all sessions of the viewer and starts the thirty days; until they are over, nothing changes for other users. */
export async function requestDeletion(db: Database, viewer: Viewer, password: string, now: Date): Promise<string> {
  await checkPassword(db, viewer, password, 'password')
  const purgeAt = after(now, RESTORE_PERIOD).toISOString()
  await db.batch([
    sql`UPDATE users SET purge_at = ${purgeAt} WHERE uid = ${viewer.uid}`,
    endAllSessions(viewer.uid),
    endTokens(viewer.uid),
  ])
  return purgeAt
}

/** A restore token names the deletion that it takes back: once the deletion is undone, the token counts no more. */
export async function restoreToken(secrets: Secrets, uid: number, purgeAt: string, now: Date): Promise<string> {
  const expires = Math.floor(after(now, RESTORE_TOKEN_LIFETIME).getTime() / SECOND)
  return seal(secrets, 'restore', `${uid}.${expires}.${Date.parse(purgeAt)}`)
}

/** What whoever has proven who they are is told instead of getting a session. */
export async function pendingDeletion(secrets: Secrets, uid: number, purgeAt: string, now: Date): Promise<AppError> {
  const restore_token = await restoreToken(secrets, uid, purgeAt, now)
  return new AppError('account_pending_deletion', { extra: { restore_token, purge_at: purgeAt } })
}

export async function confirmRestore(
  db: Database,
  secrets: Secrets,
  token: string,
  origin: SignInOrigin,
  now: Date,
): Promise<SignedIn> {
  const [uid, expires, purge] = (await unseal(secrets, 'restore', token))?.split('.').map(Number) ?? []
  if (uid === undefined || expires === undefined || purge === undefined) throw new AppError('session_expired')
  if (Math.min(expires * SECOND, purge) <= now.getTime()) throw new AppError('session_expired')
  const purgeAt = new Date(purge).toISOString()
  const restored = sql`SELECT uid, status FROM users WHERE uid = ${uid} AND purge_at = ${purgeAt}`
  const session = openSession(restored, origin, now)
  // The session is opened only if the account still waits for deletion, so of two calls at once one opens it.
  const [row] = last(
    await db.batch([
      session.statement,
      ...(await tellOfDevice({ uid, language: null }, session.sid, origin, now)),
      noteSignIn(session.sid, origin, now),
      sql`UPDATE users SET purge_at = NULL WHERE uid = ${uid} AND purge_at = ${purgeAt}`,
      liveSession(session.sid, now),
    ]),
  )
  return signedIn(row)
}

/** For the cron: the accounts whose thirty days are over, a bounded number at a time. */
export async function accountsToErase(db: Database, now: Date): Promise<number[]> {
  const rows = await db.all(
    sql<{ uid: number }>`SELECT uid FROM users WHERE purge_at <= ${now.toISOString()} ORDER BY purge_at LIMIT 100`,
  )
  return rows.map(({ uid }) => uid)
}

/** Erases what names a user; the row stays (users_are_never_deleted). Posts and comments stay, under "Deleted user". */
export function eraseAccount(uid: number): Statement[] {
  return [
    endAllSessions(uid),
    eraseReviews(uid),
    ...eraseNotifications(uid),
    endTokens(uid),
    eraseSignIns(uid),
    ...unsubscribe(uid),
    eraseMail(uid),
    sql`UPDATE users
        SET email = NULL, password_hash = NULL, username = NULL, username_key = NULL, signature = '', avatar_key = NULL,
          status = 'deleted', role = 'user', purge_at = NULL, ban_reason = NULL, email_unreachable_at = NULL,
          email_verified_at = NULL
        WHERE uid = ${uid} AND purge_at IS NOT NULL`,
    eraseNamesInAuditLog(uid),
  ]
}
