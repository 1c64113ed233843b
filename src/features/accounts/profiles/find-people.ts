import { and, sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import type { User } from '#db/schema/core.ts'
import { blocks, unlessBlocked } from '#features/core/blocks/block.ts'
import { uidsNamed } from '#features/core/people/search.ts'
import { asUserRef, type PublicColumns, type UserRef } from '#features/core/people/user-ref.ts'
import { usernameKey } from '#features/core/people/username-key.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import type { Language } from '#kernel/i18n.ts'

/** Maximum results of a search. A longer query finds the rest. */
export const PEOPLE_FOUND_MAX = 100

export type FoundPerson = UserRef & { signature: string; followers_count: number }
type FoundPersonRow = PublicColumns & Pick<User, 'signature' | 'followers_count'>

/**
 * Active users whose name starts with the query or has the query as one of its words, or who have
 * this uid. An exact match comes first; the others are sorted by their followers. Returns
 * PEOPLE_FOUND_MAX + 1 rows if there are more. Users who block the viewer or are blocked by the
 * viewer are left out.
 */
export function peopleNamed(
  q: string,
  viewer: Viewer | null,
  limit = PEOPLE_FOUND_MAX + 1,
): Statement<FoundPersonRow> {
  const key = usernameKey(q)
  const words = JSON.stringify(key.split(/\s+/).filter(Boolean))
  return sql`
    SELECT u.uid, u.username, u.avatar_key, u.exp, u.status, u.signature, u.followers_count
    FROM (
      ${uidsNamed(q, PEOPLE_FOUND_MAX + 1)}
      UNION SELECT uid FROM users WHERE username_key IN (SELECT value FROM json_each(${words}))
    ) named CROSS JOIN users u ON u.uid = named.uid
    WHERE ${and(
      sql`u.status = 'active'`,
      unlessBlocked(viewer, sql`u.uid`),
      viewer ? sql`NOT ${blocks(sql`u.uid`, viewer.uid)}` : undefined,
    )}
    ORDER BY u.username_key = ${key} DESC, u.followers_count DESC, u.uid LIMIT ${limit}`
}

export function asFoundPerson(row: FoundPersonRow, language: Language): FoundPerson {
  const { signature, followers_count } = row
  return { ...asUserRef(row, language), signature, followers_count }
}
