import { sql } from 'drizzle-orm'
import { type Compute, INLINE_MAX } from '#compute/client.ts'
import type { Statement } from '#db/client.ts'
import type { RawContent } from '#features/publishing/posts/content.ts'
import type { FullRow } from '#features/publishing/posts/post.ts'
import { MINUTE } from '#kernel/clock.ts'
import { packed, unpacked } from '#kernel/formats/packed.ts'

/**
 * The maximum number of versions of a post, including the current one. The trigger
 * post_revisions_oldest_goes enforces it.
 */
export const REVISIONS_MAX = 50

/**
 * A draft is saved automatically every few seconds while its author writes. Of the saves in each
 * interval of this length, only the last version is stored.
 */
export const VERSION_EVERY = 10 * MINUTE

/**
 * Whether an edit stores the version before it. A version that was public or rejected is always
 * stored, so the history has every publication.
 */
export function storesVersion(post: FullRow, now: Date): boolean {
  const interval = (time: number) => Math.floor(time / VERSION_EVERY)
  return (
    post.status !== 'draft' || interval(Date.parse(post.updated_at)) !== interval(now.getTime())
  )
}

/**
 * The content of a revision as it is stored: compressed, in ASCII characters. A long one takes up
 * to 40 ms. Pass no `compute` for a command that must not depend on the compute Worker.
 */
export function packedRevision(content: RawContent, compute?: Compute): Promise<string> {
  const text = JSON.stringify(content)
  return compute === undefined || text.length <= INLINE_MAX
    ? packed(text)
    : compute.run('packed', text)
}

/** For the batch of an edit: stores the version before the edit. */
export function storeRevision(post: FullRow, content: string, imageKeys: string[]): Statement {
  return sql`
    INSERT INTO post_revisions (post_id, version, saved_at, status, title, image_keys, content)
    VALUES (${post.id}, ${post.version}, ${post.updated_at}, ${post.status}, ${post.title}, ${JSON.stringify(imageKeys)},
      ${content})`
}

export async function contentIn(revision: { content: string }): Promise<RawContent> {
  return { canonicalUrl: null, ...(JSON.parse(await unpacked(revision.content)) as RawContent) }
}

/**
 * For the batch of an edit, after the revision is stored: removes images that neither the post nor
 * a revision shows. Images that only a revision shows are no longer public.
 */
export function unlinkImages(postId: number, imageKeys: string[]): Statement[] {
  const isGone = sql`post_id = ${postId} AND is_share = 0 AND image_key NOT IN (SELECT value FROM json_each(${JSON.stringify(imageKeys)}))`
  return [
    sql`
      DELETE FROM post_images
      WHERE ${isGone} AND image_key NOT IN (
        SELECT j.value FROM post_revisions r CROSS JOIN json_each(r.image_keys) j WHERE r.post_id = ${postId})`,
    sql`UPDATE post_images SET shown = 0 WHERE ${isGone} AND shown = 1`,
  ]
}
