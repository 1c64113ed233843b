import { sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import { CATEGORIES, isWanted, KINDS, type Kind, type Switches } from '#features/core/notifications/kinds.ts'
import { pendingEntries } from '#features/core/notifications/like-digest.ts'
import type { Unread } from '#features/core/notifications/shapes.ts'
import type { Viewer } from '#features/core/people/viewer.ts'

interface UnreadOfKind {
  kind: Kind
  unread: number
}

/**
 * Includes the likes of the next digest, so that the count does not change when the digest is written. The triggers
 * notifications_count_* maintain the other counts. `user` is an SQL expression for a uid.
 */
export function unreadByKind(user: Statement): Statement<UnreadOfKind> {
  return sql`
    SELECT kind, unread FROM unread_counts WHERE user_id = ${user}
    UNION ALL
    SELECT 'NotifyLikeAggregated', (${pendingEntries(user)})`
}

export function unreadOf(rows: readonly UnreadOfKind[], user: Switches): Unread {
  const wanted = rows.filter(({ kind }) => isWanted(kind, user))
  const sumOf = (some: readonly UnreadOfKind[]) => some.reduce((sum, { unread }) => sum + unread, 0)
  const counts = CATEGORIES.map((category) => [category, sumOf(wanted.filter(isIn(category)))])
  return { unread: sumOf(wanted), by_category: Object.fromEntries(counts) }
}

export async function unread(db: Database, viewer: Viewer): Promise<Unread> {
  return unreadOf(await db.all(unreadByKind(sql`${viewer.uid}`)), viewer)
}

function isIn(category: string) {
  return ({ kind }: UnreadOfKind) => KINDS[kind].category === category
}
