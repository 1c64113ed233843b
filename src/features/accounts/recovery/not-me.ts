import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { concerningReturned } from '#db/concerns.ts'
import { issueToken, liveToken } from '#features/accounts/accounts/tokens.ts'
import { hashOf, newSecret } from '#kernel/crypto/secrets.ts'
import { AppError } from '#kernel/errors.ts'

/** The sign-in that the link is about, null where the link is dead. Looking at it uses nothing up. */
export async function signInOf(db: Database, token: string, now: Date) {
  const live = liveToken(await hashOf(token), ['sign_in'], now)
  return db.first(sql<{ user_agent: string; ip: string; created_at: string }>`
    SELECT s.user_agent, s.ip, s.created_at FROM (${live}) t JOIN sign_ins s ON s.user_id = t.user_id AND s.sid = t.sid`)
}

/** "This was not me": ends that session, and gives a token for a new password, since somebody knows the present one. */
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
