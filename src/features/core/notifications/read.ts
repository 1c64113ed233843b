import { sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import { concerning } from '#db/concerns.ts'
import { isWanted, KIND_NAMES, type Kind } from '#features/core/notifications/kinds.ts'
import { laneOf } from '#features/core/notifications/lanes.ts'
import { digestStatements } from '#features/core/notifications/like-digest.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { AppError } from '#kernel/errors.ts'

export async function markRead(db: Database, viewer: Viewer, id: number): Promise<void> {
  const [found] = await db.batch([
    concerning(
      { users: [viewer.uid] },
      sql`UPDATE notifications SET read = 1 WHERE id = ${id} AND user_id = ${viewer.uid} RETURNING id`,
    ),
  ])
  if (found.length === 0) throw new AppError('not_found')
}

/**
 * Marks everything read that counts as unread, including the likes of the next digest, and returns the number. Notices of
 * switched-off kinds stay unread, because the user has not seen them.
 */
export async function markAllRead(db: Database, viewer: Viewer, now: Date): Promise<number> {
  const wanted = KIND_NAMES.filter((kind) => isWanted(kind, viewer))
  const results = await db.batch([
    ...digestStatements(viewer.uid, now),
    sql`SELECT COALESCE(SUM(unread), 0) AS unread FROM unread_counts
        WHERE user_id = ${viewer.uid} AND +kind IN ${wanted}`,
    concerning(
      { users: [viewer.uid] },
      sql`UPDATE notifications SET read = 1 WHERE id IN (${unreadIds(viewer.uid, wanted)})`,
    ),
  ])
  const [counted] = results[2] as { unread: number }[]
  return counted?.unread ?? 0
}

/** Reads each lane from its oldest unread notice, so that older notices cost no rows. */
function unreadIds(uid: number, kinds: readonly Kind[]): Statement {
  return sql`
    SELECT n.id FROM unread_counts u CROSS JOIN notifications n INDEXED BY notifications_of_user_by_lane
    WHERE u.user_id = ${uid} AND +u.kind IN ${kinds} AND u.unread > 0
      AND n.user_id = ${uid} AND ${laneOf('n')} = ${laneOf('u')}
      AND n.created_at >= COALESCE(u.since, '') AND n.kind = u.kind AND n.read = 0`
}
