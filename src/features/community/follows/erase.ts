import { sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'

/** When an account is erased, its follows go in both directions; triggers move the counters of the other users. */
export function eraseFollows(uid: number): Statement[] {
  return [
    sql`DELETE FROM user_follows WHERE follower_id = ${uid}`,
    sql`DELETE FROM user_follows WHERE followed_id = ${uid}`,
  ]
}
