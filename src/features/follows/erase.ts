import { sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'

/** Both directions go when an account is erased; the counters of the others follow by themselves. */
export function eraseFollows(uid: number): Statement[] {
  return [
    sql`DELETE FROM user_follows WHERE follower_id = ${uid}`,
    sql`DELETE FROM user_follows WHERE followed_id = ${uid}`,
  ]
}
