import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import { concerning, type Database } from '#db/client.ts'
import type { NotifyPrefsShape, Switches } from '#features/core/notifications/kinds.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { AppError } from '#kernel/errors.ts'

export type NotifyPrefs = z.infer<typeof NotifyPrefsShape>
type Pref = keyof NotifyPrefs

export const PREFS = ['comment', 'reply', 'like', 'follow'] as const satisfies Pref[]

export function notifyPrefs(user: Switches): NotifyPrefs {
  return {
    comment: user.notify_comment === 1,
    reply: user.notify_reply === 1,
    like: user.notify_like === 1,
    follow: user.notify_follow === 1,
  }
}

export async function setNotifyPref(db: Database, viewer: Viewer, pref: Pref, enabled: boolean): Promise<NotifyPrefs> {
  const [[user]] = await db.batch([
    concerning(
      { users: [viewer.uid] },
      sql<Switches>`
        UPDATE users SET ${sql.identifier(`notify_${pref}`)} = ${enabled ? 1 : 0} WHERE uid = ${viewer.uid}
        RETURNING notify_comment, notify_reply, notify_like, notify_follow`,
    ),
  ])
  if (!user) throw new AppError('not_found')
  return notifyPrefs(user)
}
