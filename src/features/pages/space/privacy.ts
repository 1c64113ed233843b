import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import type { Viewer } from '#features/core/people/viewer.ts'

/** Whether others may see whom the viewer follows and who follows them. */
export async function setFollowersPublic(db: Database, viewer: Viewer, isPublic: boolean): Promise<boolean> {
  await db.batch([sql`UPDATE users SET followers_public = ${isPublic ? 1 : 0} WHERE uid = ${viewer.uid}`])
  return isPublic
}
