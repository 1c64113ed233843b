import { sql } from 'drizzle-orm'
import type { Compute } from '#compute/client.ts'
import type { Database } from '#db/client.ts'
import { postImageOf, storeImage } from '#features/core/images/store.ts'
import { requireVoice, type Viewer } from '#features/core/people/viewer.ts'
import { needsReview } from '#features/publishing/content-rules/needs-review.ts'
import { type PostForAuthor, postForAuthorOf } from '#features/publishing/posts/moves.ts'
import { nextStatus } from '#features/publishing/posts/states.ts'
import { AppError } from '#kernel/errors.ts'

/**
 * Sets the image for share cards of a post without a cover. The editor draws the title and the
 * names of the author and of the site, because the Worker has no fonts. It is an ordinary image of
 * the author that readers of the post do not see, so admins see it with the other images of the
 * post. The triggers posts_leave_share_images and users_leave_share_images remove an outdated one.
 */
export async function setShareImage(
  db: Database,
  compute: Compute,
  bucket: R2Bucket,
  viewer: Viewer,
  id: number,
  file: Uint8Array,
  now: Date,
): Promise<void> {
  const loaded = await db.read(postForAuthorOf(viewer, id, now))
  if (!(await mayHaveShareImage(compute, loaded))) throw new AppError('post_not_editable')
  if (loaded.post.status === 'approved') requireVoice(viewer, now)
  const image = await postImageOf(compute, file)
  const { key } = await storeImage(db, bucket, viewer, 'post', image, now)
  await db.batch([
    sql`DELETE FROM post_images WHERE post_id = ${id} AND is_share = 1`,
    sql`INSERT INTO post_images (post_id, image_key, is_share)
        SELECT id, ${key}, 1 FROM posts WHERE id = ${id} AND deleted_at IS NULL AND cover_url IS NULL`,
  ])
}

/**
 * Whether the author may set a share image. Refused for a public post whose edits are reviewed,
 * because the comparison of an edit does not show the image.
 */
export async function mayHaveShareImage(
  compute: Compute,
  { post, rules }: Pick<PostForAuthor, 'post' | 'rules'>,
): Promise<boolean> {
  if (nextStatus(post, 'edit', false) === null) return false
  return post.status !== 'approved' || !(await needsReview(compute, rules, post))
}
