import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { prepareAvatar } from '#features/core/images/avatar.ts'
import { storeImage } from '#features/core/images/store.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { completeTask } from '#features/economy/levels/tasks.ts'

/** Makes the file the viewer's avatar, and gives its key. A refused file leaves nothing behind. */
export async function setAvatar(
  db: Database,
  bucket: R2Bucket,
  viewer: Viewer,
  file: Uint8Array,
  now: Date,
): Promise<string> {
  const { key } = await storeImage(db, bucket, viewer.uid, 'avatar', await prepareAvatar(file), now)
  await db.batch([
    // The old image stays for now, since open pages still show it: the clean-up removes it a day later.
    sql`UPDATE images SET unused_since = ${now.toISOString()}
        WHERE key = (SELECT avatar_key FROM users WHERE uid = ${viewer.uid})`,
    sql`UPDATE users SET avatar_key = ${key} WHERE uid = ${viewer.uid}`,
    ...completeTask(viewer.uid, 'avatar', now),
  ])
  return key
}
