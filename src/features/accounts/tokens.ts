import { sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import type { TokenKind, UserToken } from '#db/schema/accounts.ts'
import { after, DAY, MINUTE } from '#kernel/clock.ts'

export const TOKEN_LIFETIME: Record<TokenKind, number> = { reset: 30 * MINUTE, verify: 3 * DAY, email: 3 * DAY }

interface NewToken {
  kind: TokenKind
  hash: string
}

/**
 * Ends the user's token of the same kind and makes a new one. `user` selects `uid` and `address`, the address that the token
 * is sent to (null where it is handed over otherwise). The trigger user_tokens_take_their_letter_along erases the older mail.
 */
export function issueToken(user: Statement, { kind, hash }: NewToken, now: Date): Statement[] {
  const expires = after(now, TOKEN_LIFETIME[kind]).toISOString()
  return [
    sql`DELETE FROM user_tokens WHERE kind = ${kind} AND user_id IN (SELECT uid FROM (${user}))`,
    sql`INSERT INTO user_tokens (token_hash, user_id, kind, email, created_at, expires_at)
        SELECT ${hash}, uid, ${kind}, address, ${now.toISOString()}, ${expires} FROM (${user})`,
  ]
}

/** The token with this hash, if it is of one of these kinds and alive: looking at it uses nothing up. */
export function liveToken(hash: string, kinds: readonly TokenKind[], now: Date): Statement<UserToken> {
  return sql`
    SELECT * FROM user_tokens WHERE token_hash = ${hash} AND kind IN ${kinds} AND expires_at > ${now.toISOString()}`
}

/** What an account has asked for and not used ends with its password, a ban or its deletion. */
export function endTokens(uid: number | Statement): Statement {
  return sql`DELETE FROM user_tokens WHERE user_id = ${uid}`
}

/** For the cron: a token whose time is over is dead, and so is the letter that holds it. */
export function endExpiredTokens(now: Date): Statement {
  return sql`DELETE FROM user_tokens WHERE expires_at <= ${now.toISOString()}`
}
