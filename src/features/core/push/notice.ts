import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import {
  asNotification,
  unreadByKind,
  unreadOf,
  withDetails,
} from '#features/core/notifications/inbox.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { AppError } from '#kernel/errors.ts'
import type { Language } from '#kernel/i18n.ts'

/** What the service worker shows for a push message. */
export interface PushNotice {
  text: string
  link: string | null
  /** A notice that was read meanwhile is not shown. */
  read: boolean
  /** For the number on the icon of the app. */
  unread: number
}

/** The notice of a push message. Throws `not_found` if the viewer has no such notice. */
export async function pushNotice(
  db: Database,
  viewer: Viewer,
  id: number,
  language: Language,
): Promise<PushNotice> {
  const uid = sql`${viewer.uid}`
  const [[row], kinds] = await db.batch([
    withDetails(uid, sql`SELECT * FROM notifications WHERE id = ${id} AND user_id = ${uid}`),
    unreadByKind(uid),
  ])
  if (!row) throw new AppError('not_found')
  const { text, link, read } = asNotification(row, language)
  return { text, link, read, unread: unreadOf(kinds, viewer).unread }
}
