import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { one } from '#db/group.ts'
import type { Switches } from '#features/core/notifications/kinds.ts'
import type { Unread } from '#features/core/notifications/shapes.ts'
import { unreadByKind, unreadOf } from '#features/core/notifications/unread.ts'

/** What the bell of a user shows, and the sessions that are still alive to see it. */
export async function unreadForLive(
  db: Database,
  uid: number,
  now: Date,
): Promise<{ unread: Unread | null; sids: ReadonlySet<string> }> {
  const { user, counts, sessions } = await db.read({
    user: one(sql<Switches>`
      SELECT notify_comment, notify_reply, notify_like, notify_follow FROM users WHERE uid = ${uid} AND status <> 'deleted'`),
    counts: unreadByKind(sql`${uid}`),
    sessions: sql<{ sid: string }>`
      SELECT sid FROM sessions WHERE user_id = ${uid} AND expires_at > ${now.toISOString()}`,
  })
  return { unread: user && unreadOf(counts, user), sids: new Set(sessions.map(({ sid }) => sid)) }
}
