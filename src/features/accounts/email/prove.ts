import { sql } from 'drizzle-orm'
import { concerningReturned, type Database, type Statement } from '#db/client.ts'
import type { UserToken } from '#db/schema/accounts.ts'
import type { User } from '#db/schema/core.ts'
import { RESTORE_PERIOD } from '#features/accounts/deletion/deletion.ts'
import { eraseAccount } from '#features/accounts/deletion/erasure.ts'
import { refuseOwnName } from '#features/accounts/login/password.ts'
import { passwordChangedMail } from '#features/accounts/recovery/mails.ts'
import { endRequests, liveToken, TOKEN_LIFETIME } from '#features/accounts/recovery/tokens.ts'
import { endAllSessions } from '#features/accounts/sessions/devices.ts'
import { type MailOrigin, mail } from '#features/core/mail/outbox.ts'
import { after } from '#kernel/clock.ts'
import { hashPassword } from '#kernel/crypto/passwords.ts'
import { hashOf } from '#kernel/crypto/secrets.ts'
import { AppError } from '#kernel/errors.ts'

// The links that prove the first address of an account (`verify`) or a changed one (`email`).
// Another person may have entered the address of this mailbox. So a link alone neither proves the
// address nor signs in. It can be used with a session of the account, or with a new password, which
// ends everything that was set up before, or to say that the account belongs to another person.

export type AddressLink = Pick<UserToken, 'email' | 'kind'> &
  Pick<User, 'uid' | 'username' | 'status' | 'role' | 'email_verified_at' | 'created_at'> & {
    /** Whether the request has a session of the account. */
    is_own: 0 | 1
  }

/** The link and its account, or null if the link is invalid. Does not use up the link. */
export async function addressLink(
  db: Database,
  token: string,
  ownSids: readonly string[],
  now: Date,
): Promise<AddressLink | null> {
  const live = await liveLink(token, now)
  return db.first(sql<AddressLink>`
    SELECT link.email, link.kind, u.uid, u.username, u.status, u.role, u.email_verified_at, u.created_at,
      ${isOwn(ownSids, now)} AS is_own
    FROM (${live}) link JOIN users u ON u.uid = link.user_id`)
}

/**
 * Sets the address of the account and marks it as verified. Requires a session of the account. The
 * first verification ends everything that was set up before it, because another person may have
 * registered this address: all sessions except `ownSids`, and all login methods (trigger
 * users_first_proof_ends_factors). Requested links become invalid; "this was not me" links to the
 * old address stay valid. Returns the address.
 */
export async function verifyEmail(
  db: Database,
  token: string,
  ownSids: readonly string[],
  now: Date,
): Promise<string> {
  const live = await liveLink(token, now)
  const holder = sql`(SELECT user_id FROM (${live}) link WHERE ${isOwn(ownSids, now)})`
  const [, , [link]] = await db.batch([
    concerningReturned(sql`
      DELETE FROM sessions
      WHERE user_id = ${holder} AND sid NOT IN (SELECT value FROM json_each(${JSON.stringify(ownSids)}))
        AND (SELECT email_verified_at FROM users WHERE uid = ${holder}) IS NULL
      RETURNING user_id`),
    sql`UPDATE users SET ${addressOfLink(live, now)} WHERE uid = ${holder}`,
    sql<{
      email: string
      is_own: 0 | 1
    }>`SELECT email, ${isOwn(ownSids, now)} AS is_own FROM (${live}) link`,
    endRequests(holder),
  ])
  if (!link) throw new AppError('session_expired')
  if (!link.is_own) throw new AppError('login_to_verify')
  return link.email
}

/**
 * Proves the address without a session of the account, and sets a new password. Ends every session,
 * passkey, second factor, provider and token of the account, because another person may have set
 * them up.
 */
export async function proveWithNewPassword(
  db: Database,
  token: string,
  newPassword: string,
  origin: MailOrigin,
  now: Date,
): Promise<string> {
  const link = await addressLink(db, token, [], now)
  if (link?.email == null) throw new AppError('session_expired')
  refuseOwnName(newPassword, { email: link.email, username: link.username }, 'new_password')
  const passwordHash = await hashPassword(newPassword)
  const live = await liveLink(token, now)
  const holder = sql`(SELECT user_id FROM (${live}))`
  const recipient = sql`SELECT uid, email AS address FROM users WHERE uid = ${holder}`
  const ended = await db.lastOf([
    // The change of the password ends, by triggers, access tokens, tokens of applications and
    // logins that wait for a code.
    sql`UPDATE users SET password_hash = ${passwordHash}, ${addressOfLink(live, now)} WHERE uid = ${holder}`,
    endAllSessions(holder),
    ...LOGIN_METHODS.map((table) => sql`DELETE FROM ${sql.raw(table)} WHERE user_id = ${holder}`),
    mail(
      recipient,
      { ...origin, kind: 'password_changed', ...passwordChangedMail(origin.language) },
      now,
    ),
    sql`${endRequests(holder)} RETURNING user_id`,
  ])
  if (ended.length === 0) throw new AppError('session_expired')
  return link.email
}

/** The tables of the login methods other than the password. */
const LOGIN_METHODS = ['passkeys', 'user_totp', 'user_identities', 'oauth_consents']

/**
 * The person of the mailbox says that the account is not theirs. A change of address stays without
 * effect. An account with an unproven address is deleted: at once within the lifetime of the first
 * verification link, later after the restore period, because a person who mistyped the address may
 * use the account. Admins keep their account.
 */
export async function disownAddress(db: Database, token: string, now: Date): Promise<void> {
  const link = await addressLink(db, token, [], now)
  if (link === null) throw new AppError('session_expired')
  const isYoung = after(new Date(link.created_at), TOKEN_LIFETIME.verify) > now
  const purgeAt = (isYoung ? now : after(now, RESTORE_PERIOD)).toISOString()
  const live = await liveLink(token, now)
  const disowned = sql`
    (SELECT u.uid FROM (${live}) link JOIN users u ON u.uid = link.user_id
     WHERE link.kind = 'verify' AND u.email_verified_at IS NULL AND u.role = 'user')`
  const [, deleted, ended] = await db.batch([
    endAllSessions(disowned),
    sql<{
      uid: number
    }>`UPDATE users SET purge_at = ${purgeAt} WHERE uid = ${disowned} RETURNING uid`,
    sql`DELETE FROM user_tokens WHERE token_hash IN (SELECT token_hash FROM (${live})) RETURNING user_id`,
  ])
  if (ended.length === 0) throw new AppError('session_expired')
  // The erasure frees the address at once. If it fails, the cron erases the account.
  if (deleted[0] && isYoung) await db.batch(await eraseAccount(deleted[0].uid, now))
}

async function liveLink(token: string, now: Date): Promise<Statement<UserToken>> {
  return liveToken(await hashOf(token), ['verify', 'email'], now)
}

/** Whether one of the sessions is a session of the account of `link`. */
function isOwn(sids: readonly string[], now: Date): Statement {
  return sql`EXISTS (
    SELECT 1 FROM sessions s
    WHERE s.user_id = link.user_id AND s.expires_at > ${now.toISOString()}
      AND s.sid IN (SELECT value FROM json_each(${JSON.stringify(sids)})))`
}

function addressOfLink(live: Statement, now: Date): Statement {
  return sql`email = (SELECT email FROM (${live})), email_verified_at = ${now.toISOString()}, email_asserted = 0,
    email_unreachable_at = NULL`
}
