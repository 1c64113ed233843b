import { sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'

/** Posts of who is erased stay as they are: nobody is left to publish one later, or to bring an earlier state back. */
export function eraseSchedulesAndRevisions(uid: number): Statement[] {
  return [
    sql`DELETE FROM post_schedules WHERE author_id = ${uid}`,
    sql`
      DELETE FROM post_revisions
      WHERE post_id IN (SELECT id FROM posts WHERE author_id = ${uid} AND deleted_at IS NULL)`,
  ]
}
