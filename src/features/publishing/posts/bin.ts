import { type SQL, sql } from 'drizzle-orm'
import { type Database, found, last, type Statement } from '#db/client.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { moveEntry } from '#features/publishing/posts/moves.ts'
import { type FullRow, fullColumns, postById } from '#features/publishing/posts/post.ts'
import { isInBin } from '#features/publishing/posts/visibility.ts'
import { after, DAY } from '#kernel/clock.ts'
import { AppError } from '#kernel/errors.ts'

/** How long an author can restore a deleted post. */
export const BIN_DAYS = 30

/** When the cron erases a post that was deleted at this time. */
export function eraseTime(deletedAt: string): string {
  return after(new Date(deletedAt), BIN_TIME).toISOString()
}

const BIN_TIME = BIN_DAYS * DAY

/** Posts deleted before this time cannot be restored, also if the cron has not erased them yet. */
export function binnedSince(now: Date): string {
  return after(now, -BIN_TIME).toISOString()
}

/**
 * For the batch of a deletion, before the post is hidden: hiding it deletes its days, whose figures are stored here. Does
 * nothing if the post is deleted already.
 */
export function binEntry(id: number, now: Date): Statement {
  return sql`
    INSERT INTO post_bin (post_id, author_id, deleted_at, energy_days)
    SELECT id, author_id, ${now.toISOString()}, (
      SELECT json_group_array(json_array(day, energy, views, ends)) FROM post_days
      WHERE post_id = ${id} AND (energy > 0 OR views > 0))
    FROM posts WHERE id = ${id} AND deleted_at IS NULL`
}

/**
 * Restores a post as a draft. A post that was locked, also while it was in the bin, stays locked: the trigger
 * posts_stay_locked refuses another status. The cost of the deletion is not refunded, and the post does not return to folders.
 * The trigger posts_come_back restores the figures and removes the post from the bin. Of two concurrent requests,
 * posts_version_conflict or posts_come_back_from_the_bin refuses the second.
 */
export async function undeletePost(db: Database, viewer: Viewer, id: number, now: Date): Promise<FullRow> {
  const isOwn = sql`p.author_id = ${viewer.uid} AND ${isInBin} AND p.deleted_at > ${binnedSince(now)}`
  const { version, status } = await db.read(found(postById(fullColumns, id, isOwn)))
  const to = status === 'locked' ? status : 'draft'
  const [post] = last(
    await db.batch([
      changeStatus(id, version + 1, to, now),
      // After the status change, because the old status of a post in the bin is not counted.
      sql`UPDATE posts SET deleted_at = NULL WHERE id = ${id}`,
      moveEntry({ postId: id, actor: viewer.uid, move: 'undelete', from: status, to }, now),
      postById(fullColumns, id),
    ]),
  )
  if (!post) throw new AppError('internal')
  return post
}

/** A draft has no reject reason. An edit that no admin has seen is reviewed with the rest of the post when it is submitted. */
function changeStatus(id: number, version: number, to: 'draft' | 'locked', now: Date): Statement {
  const cleared = to === 'draft' ? sql`, reject_reason = NULL, edit_unseen_since = NULL` : sql``
  return sql`
    UPDATE posts SET version = ${version}, updated_at = ${now.toISOString()}, status = ${to} ${cleared} WHERE id = ${id}`
}

const ERASED_PER_BATCH = 100
const PAGES_PER_RUN = 10

/** For the cron: erases the content of posts whose time in the bin is over. */
export async function eraseFromBin(db: Database, now: Date): Promise<void> {
  const oldest = sql`
    SELECT deleted_at, post_id FROM post_bin
    WHERE deleted_at <= ${binnedSince(now)} ORDER BY deleted_at, post_id LIMIT ${ERASED_PER_BATCH}`
  for (let page = 0; page < PAGES_PER_RUN; page++) {
    const erased = last(await db.batch(erasure(oldest)))
    if (erased.length < ERASED_PER_BATCH) return
  }
}

/** For the batch of an admin's deletion: erases a post from the bin at once, so that its author cannot restore it. */
export function eraseBinned({ id, deleted_at }: FullRow): readonly Statement[] {
  return erasure(sql`SELECT deleted_at, post_id FROM post_bin WHERE deleted_at = ${deleted_at} AND post_id = ${id}`)
}

/** `entries` selects the keys of entries of the bin. The last statement returns the erased ones. */
function erasure(entries: SQL) {
  const ids = sql`SELECT post_id FROM (${entries})`
  return [
    sql`
      UPDATE posts
      SET title = '', summary = '', cover_url = NULL, tags = '[]', body = '', import_key = NULL,
        canonical_url = NULL
      WHERE id IN (${ids})`,
    sql`DELETE FROM post_edits WHERE post_id IN (${ids})`,
    sql`DELETE FROM post_revisions WHERE post_id IN (${ids})`,
    sql`DELETE FROM post_images WHERE post_id IN (${ids})`,
    sql`DELETE FROM redirects WHERE post_id IN (${ids})`,
    sql`DELETE FROM post_bin WHERE (deleted_at, post_id) IN (${entries}) RETURNING post_id`,
  ] as const
}
