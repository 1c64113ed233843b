import { type SQL, sql } from 'drizzle-orm'
import { beginsWith, type Database } from '#db/client.ts'
import { levelOf } from '#features/core/people/level.ts'
import { asUserRef, type PublicColumns, type UserRef } from '#features/core/people/user-ref.ts'
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
  const key = q.normalize('NFKC').toLowerCase().normalize('NFKC')
  const uid = /^\d{1,15}$/.test(key) ? Number(key) : 0
  const named = (which: SQL) => sql`
    SELECT uid, username, avatar_key, exp, status, username_key FROM users
    WHERE ${which} AND status <> 'deleted'
      AND NOT EXISTS (SELECT 1 FROM user_blocks WHERE user_id = uid AND blocked_id = ${viewer.uid})`
  const rows = await db.all(sql<PublicColumns>`
    ${named(sql`uid = ${uid}`)}
    UNION
    SELECT * FROM (${named(beginsWith(sql`username_key`, key))} ORDER BY username_key LIMIT ${FOUND_MAX})
    ORDER BY username_key LIMIT ${FOUND_MAX}`)
  return rows.map((row) => asUserRef(row, language))
}
