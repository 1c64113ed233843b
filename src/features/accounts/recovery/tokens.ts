import { sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import type { TokenKind, UserToken } from '#db/schema/accounts.ts'
import { after, DAY, MINUTE } from '#kernel/clock.ts'

export const TOKEN_LIFETIME: Record<TokenKind, number> = {
  reset: 30 * MINUTE,
  verify: 3 * DAY,
  email: 3 * DAY,
  not_me: 7 * DAY,
}

interface NewToken {
  kind: Exclude<TokenKind, 'not_me'>
  hash: string
}

/**
 * Issues a token, which replaces the user's token of the same kind. `user` selects `uid` and
 * `address`, the address to which the token is mailed (null if it is not mailed). The trigger
 * user_tokens_take_their_letter_along erases the content of the older mail.
 */
export function issueToken(user: Statement, { kind, hash }: NewToken, now: Date): Statement[] {
  const expires = after(now, TOKEN_LIFETIME[kind]).toISOString()
  return [
    sql`DELETE FROM user_tokens WHERE kind = ${kind} AND user_id IN (SELECT uid FROM (${user}))`,
    sql`INSERT INTO user_tokens (token_hash, user_id, kind, email, created_at, expires_at)
        SELECT ${hash}, uid, ${kind}, address, ${now.toISOString()}, ${expires} FROM (${user})`,
  ]
}

/**
 * Selects the token with this hash, if it is not expired and of one of these kinds. Does not use up
 * the token.
 */
export function liveToken(
  hash: string,
  kinds: readonly TokenKind[],
  now: Date,
): Statement<UserToken> {
  return sql`
    SELECT * FROM user_tokens WHERE token_hash = ${hash} AND kind IN ${kinds} AND expires_at > ${now.toISOString()}`
}

/**
 * Invalidates the requested links after a change of password or address, a ban or a deletion. "This
 * was not me" links stay valid, also those that were mailed to an earlier address: a thief would
 * change the password and the address first. Their user can revoke them in the settings.
 */
export function endRequests(uid: number | Statement): Statement {
  return sql`DELETE FROM user_tokens WHERE user_id = ${uid} AND kind IN ('reset', 'verify', 'email')`
}

export const EXPIRING_TABLES = [
  'user_tokens',
  'access_tokens',
  'login_challenges',
  'spent_challenges',
  'owner_claims',
]

/** For the cron. `endExpiredSessions` ends sessions. */
export function endExpiredTokens(now: Date): Statement[] {
  return EXPIRING_TABLES.map(
    (table) => sql`DELETE FROM ${sql.raw(table)} WHERE expires_at <= ${now.toISOString()}`,
  )
}
