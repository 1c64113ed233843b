import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { isWanted, KIND_NAMES } from '#features/notifications/kinds.ts'
import { digestStatements } from '#features/notifications/like-digest.ts'
import type { Viewer } from '#features/people/viewer.ts'
import { AppError } from '#kernel/errors.ts'

export async function markRead(db: Database, viewer: Viewer, id: number): Promise<void> {
  const [found] = await db.batch([
    sql`UPDATE notifications SET read = 1 WHERE id = ${id} AND user_id = ${viewer.uid} RETURNING id`,
  ])
  if (found.length === 0) throw new AppError('not_found')
}

/**
 * Marks as read everything that was counted as unread, also the likes of the next digest; returns how many. A notice of a kind
 * that is switched off was not seen, and stays unread for the time when it is switched on again.
 */
export async function markAllRead(db: Database, viewer: Viewer, now: Date): Promise<number> {
  const wanted = KIND_NAMES.filter((kind) => isWanted(kind, viewer))
  const results = await db.batch([
    ...digestStatements(viewer.uid, now),
    sql`SELECT COALESCE(SUM(unread), 0) AS unread FROM unread_counts
        WHERE user_id = ${viewer.uid} AND kind IN ${wanted}`,
    sql`UPDATE notifications SET read = 1
        WHERE user_id = ${viewer.uid} AND read = 0 AND kind IN ${wanted}`,
  ])
  const [counted] = results[2] as { unread: number }[]
  return counted?.unread ?? 0
}
