import { type SQL, sql } from 'drizzle-orm'
import { beginsWith, type Database } from '#db/client.ts'
import { levelOf } from '#features/core/people/level.ts'
import { asUserRef, type PublicColumns, type UserRef } from '#features/core/people/user-ref.ts'
import { usernameKey } from '#features/core/people/username-key.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { AppError } from '#kernel/errors.ts'
import type { Language } from '#kernel/i18n.ts'

export const SEARCH_LEVEL = 3
const FOUND_MAX = 10

/**
 * Finds users by a prefix of the username or by uid, for @mentions. It reads a bounded range of the
 * index. Users who block the viewer are left out, because the viewer cannot mention them.
 */
export async function searchPeople(
  db: Database,
  viewer: Viewer,
  q: string,
  language: Language,
): Promise<UserRef[]> {
  if (levelOf(viewer.exp) < SEARCH_LEVEL) throw new AppError('level_too_low')
  const mayBeMentioned = sql`status <> 'deleted'
    AND NOT EXISTS (SELECT 1 FROM user_blocks WHERE user_id = uid AND blocked_id = ${viewer.uid})`
  const rows = await db.all(sql<PublicColumns>`
    SELECT uid, username, avatar_key, exp, status FROM users
    WHERE uid IN (${uidsNamed(q, FOUND_MAX, mayBeMentioned)})
    ORDER BY username_key LIMIT ${FOUND_MAX}`)
  return rows.map((row) => asUserRef(row, language))
}

/**
 * The uids of users whose uid is the query or whose username begins with it: at most `max` of
 * these, in the order of their names. Both parts read a bounded range of an index. `also` is a
 * further condition on the columns of `users`.
 */
export function uidsNamed(q: string, max: number, also: SQL = sql`TRUE`): SQL {
  const key = usernameKey(q)
  const uid = /^\d{1,15}$/.test(key) ? Number(key) : 0
  return sql`
    SELECT uid FROM users WHERE uid = ${uid} AND ${also}
    UNION SELECT uid FROM (
      SELECT uid FROM users WHERE ${beginsWith(sql`username_key`, key)} AND ${also}
      ORDER BY username_key LIMIT ${max})`
}
