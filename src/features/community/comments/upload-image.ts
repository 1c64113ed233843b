import type { Database } from '#db/client.ts'
import { type CommentImage, prepareCommentImage } from '#features/core/images/comment-image.ts'
import { type StoredImage, storeImage } from '#features/core/images/store.ts'
import type { Viewer } from '#features/core/people/viewer.ts'

export const COMMENT_IMAGE_LEVEL = 4

/** A refused file leaves nothing behind. An image that no comment shows in the end is removed by the cron. */
export async function uploadCommentImage(
  db: Database,
  bucket: R2Bucket,
  viewer: Viewer,
  file: Uint8Array,
  now: Date,
): Promise<StoredImage & Pick<CommentImage, 'quality'>> {
  const image = await prepareCommentImage(file)
  return { ...(await storeImage(db, bucket, viewer.uid, 'comment', image, now)), quality: image.quality }
}
