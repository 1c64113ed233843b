import { sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'

/** For the purge of an account. What they did stays told to others, under "Deleted user". */
export function eraseNotifications(uid: number): Statement[] {
  return [sql`DELETE FROM notifications WHERE user_id = ${uid}`, sql`DELETE FROM unread_counts WHERE user_id = ${uid}`]
}
