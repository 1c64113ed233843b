import { sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'

/**
 * For the erasure of an account. Notices that others got because of this user stay, under "Deleted user". The trigger
 * notifications_keep_their_ids sees to it that no id of a deleted notice is given again.
 */
export function eraseNotifications(uid: number): Statement[] {
  return [sql`DELETE FROM notifications WHERE user_id = ${uid}`, sql`DELETE FROM unread_counts WHERE user_id = ${uid}`]
}
