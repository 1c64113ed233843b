import { sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import { refuseOwnName } from '#features/accounts/login/password.ts'
import { passwordChangedMail } from '#features/accounts/recovery/mails.ts'
import {
  endRequests,
  issueToken,
  liveToken,
  TOKEN_LIFETIME,
} from '#features/accounts/recovery/tokens.ts'
import { endAllSessions, endAssistants } from '#features/accounts/sessions/devices.ts'
import { type MailOrigin, mail } from '#features/core/mail/outbox.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { type AuditActor, auditEntryForEach } from '#features/core/site/audit-log.ts'
import { after, MINUTE } from '#kernel/clock.ts'
import { hashPassword } from '#kernel/crypto/passwords.ts'
import { hashOf, newSecret } from '#kernel/crypto/secrets.ts'
import { type Secrets, seal, unseal } from '#kernel/crypto/signatures.ts'
import { AppError } from '#kernel/errors.ts'

/**
 * The address of the account that the link is for, or null if the link is invalid. Does not use up
 * the link.
 */
export async function emailToReset(db: Database, token: string, now: Date): Promise<string | null> {
  const live = liveToken(await hashOf(token), ['reset'], now)
  const row = await db.first(sql<{ email: string }>`
    SELECT u.email FROM users u WHERE u.uid = (SELECT user_id FROM (${live}))`)
  return row?.email ?? null
}

/**
 * Sets a new password with a reset link. Ends all sessions, assistants, access tokens (trigger
 * users_end_access_tokens) and requested links. If the link proves the address for the first time,
 * the trigger users_first_proof_ends_factors also ends all login methods. Only one of two
 * concurrent requests finds the token. Returns the uid.
 */
export async function resetPassword(
  db: Database,
  token: string,
  newPassword: string,
  origin: MailOrigin,
  now: Date,
): Promise<number> {
  const live = liveToken(await hashOf(token), ['reset'], now)
  // The token is checked first, because hashing the password is slow.
  const names = await db.first(sql<Pick<Viewer, 'email' | 'username'>>`
    SELECT u.email, u.username FROM users u WHERE u.uid = (SELECT user_id FROM (${live}))`)
  if (!names) throw new AppError('session_expired')
  refuseOwnName(newPassword, names, 'new_password')
  const passwordHash = await hashPassword(newPassword)
  const holder = sql`(SELECT user_id FROM (${live}))`
  const recipient = sql`SELECT uid, email AS address FROM users WHERE uid = ${holder}`
  const [ended] = await db.lastOf([
    sql`UPDATE users SET password_hash = ${passwordHash}, ${verifiedByLink(live, now)} WHERE uid = ${holder}`,
    endAllSessions(holder),
    endAssistants(holder, sql`TRUE`),
    mail(
      recipient,
      { ...origin, kind: 'password_changed', ...passwordChangedMail(origin.language) },
      now,
    ),
    sql<{ user_id: number }>`${endRequests(holder)} RETURNING user_id`,
  ])
  if (!ended) throw new AppError('session_expired')
  return ended.user_id
}

interface ResetLink {
  url: string
  expires_at: string
}

/**
 * Creates a reset link that the owner passes on, for users without access to their mailbox and for
 * sites without mail.
 */
export async function resetLinkFor(
  db: Database,
  owner: AuditActor,
  uid: number,
  site: string,
  now: Date,
): Promise<ResetLink> {
  const { token, hash } = await newSecret()
  const user = sql`SELECT uid, NULL AS address FROM users WHERE uid = ${uid} AND status <> 'deleted'`
  const made = await db.lastOf([
    auditEntryForEach(owner, [uid], RESET_LINK_ENTRY, now),
    ...issueToken(user, { kind: 'reset', hash }, now),
    sql`SELECT user_id FROM user_tokens WHERE token_hash = ${hash}`,
  ])
  if (made.length === 0) throw new AppError('not_found')
  return {
    url: `${site}${resetPath(token)}`,
    expires_at: after(now, TOKEN_LIFETIME.reset).toISOString(),
  }
}

export function resetPath(token: string): string {
  return `/reset?token=${token}`
}

const RESET_LINK_ENTRY = {
  action: 'user.reset_link',
  reason: null,
  before: sql`NULL`,
  after: sql`NULL`,
} as const

/** A link that was mailed also verifies the address to which it was mailed. */
function verifiedByLink(live: Statement, now: Date): Statement {
  const isMailed = sql`email = (SELECT email FROM (${live}))`
  return sql`email_verified_at = iif(${isMailed}, ${now.toISOString()}, email_verified_at),
    email_asserted = iif(${isMailed}, 0, email_asserted)`
}

interface NamedMethod {
  name: string
  created_at: string
}

export interface LoginMethods {
  providers: NamedMethod[]
  passkeys: NamedMethod[]
  /** When two-step verification was turned on; null if it is off. */
  totpSince: string | null
}

/** The login methods other than the password. */
export async function loginMethodsOf(db: Database, uid: number): Promise<LoginMethods> {
  const [providers, passkeys, [totp]] = await db.batch([
    sql<{ name: string; created_at: string }>`
      SELECT p.name, i.created_at FROM user_identities i JOIN identity_providers p ON p.issuer = i.issuer
      WHERE i.user_id = ${uid} ORDER BY i.id`,
    sql<{ name: string; created_at: string }>`
      SELECT name, created_at FROM passkeys WHERE user_id = ${uid} ORDER BY id`,
    sql<{ confirmed_at: string }>`
      SELECT confirmed_at FROM user_totp WHERE user_id = ${uid} AND confirmed_at IS NOT NULL`,
  ])
  return { providers, passkeys, totpSince: totp?.confirmed_at ?? null }
}

const DONE_LIFETIME = 10 * MINUTE

/** Identifies the account on the page after the reset. The user is not signed in there. */
export async function doneTicket(secrets: Secrets, uid: number, now: Date): Promise<string> {
  return seal(secrets, 'reset-done', `${uid}.${after(now, DONE_LIFETIME).getTime()}`)
}

/** The uid in the ticket, or null if the ticket is invalid. */
export async function uidInTicket(
  secrets: Secrets,
  ticket: string,
  now: Date,
): Promise<number | null> {
  const [uid, expires] = (await unseal(secrets, 'reset-done', ticket))?.split('.').map(Number) ?? []
  return uid !== undefined && expires !== undefined && expires > now.getTime() ? uid : null
}
