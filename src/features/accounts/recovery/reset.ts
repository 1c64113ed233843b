import { sql } from 'drizzle-orm'
import { type Database, last, type Statement } from '#db/client.ts'
import { concerningReturned } from '#db/concerns.ts'
import { passwordChangedLetter } from '#features/accounts/accounts/letters.ts'
import { refuseOwnName } from '#features/accounts/accounts/password.ts'
import { endTokens, issueToken, liveToken, TOKEN_LIFETIME } from '#features/accounts/accounts/tokens.ts'
import { endAllSessions } from '#features/accounts/sessions/end.ts'
import { type MailOrigin, mail } from '#features/core/mail/outbox.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { type AuditActor, auditEntryForEach } from '#features/core/site/audit-log.ts'
import { after } from '#kernel/clock.ts'
import { hashPassword } from '#kernel/crypto/passwords.ts'
import { hashOf, newSecret } from '#kernel/crypto/secrets.ts'
import { AppError } from '#kernel/errors.ts'

/** The address of the account that the link is for, or null if the link is invalid. Does not use up the link. */
export async function emailToReset(db: Database, token: string, now: Date): Promise<string | null> {
  const live = liveToken(await hashOf(token), ['reset'], now)
  const row = await db.first(sql<{ email: string }>`
    SELECT u.email FROM users u WHERE u.uid = (SELECT user_id FROM (${live}))`)
  return row?.email ?? null
}

/**
 * Sets a new password with a reset link. Ends all sessions and invalidates all other links. Only one of two concurrent requests
 * finds the token.
 */
export async function resetPassword(
  db: Database,
  token: string,
  newPassword: string,
  origin: MailOrigin,
  now: Date,
): Promise<void> {
  const live = liveToken(await hashOf(token), ['reset'], now)
  // Check the token before the slow password hash.
  const names = await db.first(sql<Pick<Viewer, 'email' | 'username'>>`
    SELECT u.email, u.username FROM users u WHERE u.uid = (SELECT user_id FROM (${live}))`)
  if (!names) throw new AppError('session_expired')
  refuseOwnName(newPassword, names, 'new_password')
  const passwordHash = await hashPassword(newPassword)
  const holder = sql`(SELECT user_id FROM (${live}))`
  const recipient = sql`SELECT uid, email AS address FROM users WHERE uid = ${holder}`
  const ended = last(
    await db.batch([
      sql`UPDATE users SET password_hash = ${passwordHash}, ${verifiedByLink(live, now)} WHERE uid = ${holder}`,
      endAllSessions(holder),
      mail(recipient, { ...origin, kind: 'password_changed', ...passwordChangedLetter(origin.language) }, now),
      sql`${endTokens(holder)} RETURNING user_id`,
    ]),
  )
  if (ended.length === 0) throw new AppError('session_expired')
}

/** Creates a reset link that the owner passes on, for users without access to their mailbox and for sites without mail. */
export async function resetLinkFor(db: Database, owner: AuditActor, uid: number, site: string, now: Date) {
  const { token, hash } = await newSecret()
  const user = sql`SELECT uid, NULL AS address FROM users WHERE uid = ${uid} AND status <> 'deleted'`
  const made = last(
    await db.batch([
      auditEntryForEach(owner, [uid], RESET_LINK_ENTRY, now),
      ...issueToken(user, { kind: 'reset', hash }, now),
      sql`SELECT user_id FROM user_tokens WHERE token_hash = ${hash}`,
    ]),
  )
  if (made.length === 0) throw new AppError('not_found')
  return { url: `${site}${resetPath(token)}`, expires_at: after(now, TOKEN_LIFETIME.reset).toISOString() }
}

export function resetPath(token: string): string {
  return `/reset?token=${token}`
}

const RESET_LINK_ENTRY = { action: 'user.reset_link', reason: null, before: sql`NULL`, after: sql`NULL` } as const

/** A mailed link also verifies the address. */
function verifiedByLink(live: Statement, now: Date): Statement {
  return sql`email_verified_at = iif(email = (SELECT email FROM (${live})), ${now.toISOString()}, email_verified_at)`
}

/** The sign-in that the link is for, or null if the link is invalid. Does not use up the link. */
export async function signInOf(db: Database, token: string, now: Date) {
  const live = liveToken(await hashOf(token), ['sign_in'], now)
  return db.first(sql<{ user_agent: string; ip: string; created_at: string }>`
    SELECT s.user_agent, s.ip, s.created_at FROM (${live}) t JOIN sign_ins s ON s.user_id = t.user_id AND s.sid = t.sid`)
}

/** "This was not me": ends the session and returns a token to reset the password, because the current one is known to a thief. */
export async function notMe(db: Database, token: string, now: Date): Promise<string> {
  const hash = await hashOf(token)
  const live = liveToken(hash, ['sign_in'], now)
  const next = await newSecret()
  const holder = sql`SELECT user_id AS uid, email AS address FROM (${live})`
  const results = await db.batch([
    concerningReturned(
      sql`DELETE FROM sessions WHERE (sid, user_id) IN (SELECT sid, user_id FROM (${live})) RETURNING user_id`,
    ),
    ...issueToken(holder, { kind: 'reset', hash: next.hash }, now),
    sql`DELETE FROM user_tokens WHERE token_hash = ${hash} AND EXISTS (${live}) RETURNING user_id`,
  ])
  if (results.at(-1)?.length === 0) throw new AppError('session_expired')
  return next.token
}
