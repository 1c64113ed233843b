import type { Database } from '#db/client.ts'
import { preparePostImage } from '#features/core/images/post-image.ts'
import { type StoredImage, storeImage } from '#features/core/images/store.ts'
import type { Viewer } from '#features/core/people/viewer.ts'

/** A refused file leaves nothing behind. An image that no post shows in the end is removed by the cron. */
export async function uploadPostImage(
  db: Database,
  bucket: R2Bucket,
  viewer: Viewer,
  file: Uint8Array,
  now: Date,
): Promise<StoredImage> {
  return storeImage(db, bucket, viewer.uid, 'post', preparePostImage(file), now)
}
