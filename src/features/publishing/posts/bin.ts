import { type SQL, sql } from 'drizzle-orm'
import { concerning, type Database, found, last, type Statement } from '#db/client.ts'
import { clearing } from '#db/schema/facts.ts'
import { posts } from '#db/schema/publishing.ts'
import { systemNotice } from '#features/core/notifications/notices.ts'
import { type Nameless, nameless } from '#features/core/people/nameless.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { type AuditActor, auditEntry } from '#features/core/site/audit-log.ts'
import { withinQuota } from '#features/core/storage/quotas.ts'
import { ledgerEntry } from '#features/economy/energy/ledger.ts'
import { giveImportKey } from '#features/publishing/posts/import-key.ts'
import { moveEntry } from '#features/publishing/posts/moves.ts'
import {
  anyPostOrBinned,
  binnedSince,
  type FullRow,
  fullColumns,
  isInBin,
  ownPost,
  postById,
} from '#features/publishing/posts/post.ts'
import { AppError } from '#kernel/errors.ts'

/**
 * For the batch of a deletion, before the post is hidden: hiding the post deletes its days, whose
 * figures are stored here. Does nothing if the post is deleted already.
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
 * Restores a post as a draft. A post that was locked, also while it was in the bin, stays locked:
 * the trigger posts_stay_locked refuses another status. The cost of the deletion is not refunded,
 * and the post does not return to folders. The trigger posts_come_back restores the figures and
 * removes the post from the bin. Of two concurrent requests, posts_version_conflict or
 * posts_come_back_from_the_bin refuses the second.
 */
export async function undeletePost(
  db: Database,
  viewer: Viewer,
  id: number,
  now: Date,
): Promise<FullRow> {
  const isOwn = sql`p.author_id = ${viewer.uid} AND ${isInBin} AND p.deleted_at > ${binnedSince(now)}`
  const { version, status } = await db.read(found(postById(fullColumns, id, isOwn)))
  const to = status === 'locked' ? status : 'draft'
  const added = { drafts: to === 'draft' ? 1 : 0, moves_of_day: 1 }
  const results = await withinQuota(db, viewer, added, (quota) =>
    db.batch([
      changeStatus(id, version + 1, to, now),
      // After the status change, because the old status of a post in the bin is not counted.
      sql`UPDATE posts SET deleted_at = NULL WHERE id = ${id}`,
      moveEntry({ postId: id, actor: viewer.uid, move: 'undelete', from: status, to }, now),
      ...quota,
      postById(fullColumns, id),
    ]),
  )
  const [post] = last(results)
  if (!post) throw new AppError('internal')
  return post
}

/**
 * A draft has no reject reason. An edit that no admin has seen is reviewed with the rest of the
 * post when it is submitted.
 */
function changeStatus(id: number, version: number, to: 'draft' | 'locked', now: Date): Statement {
  const cleared = to === 'draft' ? sql`, reject_reason = NULL, edit_unseen_since = NULL` : sql``
  return sql`
    UPDATE posts SET version = ${version}, updated_at = ${now.toISOString()}, status = ${to} ${cleared} WHERE id = ${id}`
}

/** Posts per batch. A run has at most PAGES_PER_RUN batches. */
const ERASED_PER_BATCH = 100
const PAGES_PER_RUN = 10

/** For the cron: erases the content of posts whose time in the bin is over. */
export async function eraseFromBin(db: Database, now: Date): Promise<void> {
  const oldest = sql`
    SELECT deleted_at, post_id FROM post_bin
    WHERE deleted_at <= ${binnedSince(now)} ORDER BY deleted_at, post_id LIMIT ${ERASED_PER_BATCH}`
  for (let page = 0; page < PAGES_PER_RUN; page++) {
    const erased = await db.lastOf(erasure(oldest))
    if (erased.length < ERASED_PER_BATCH) return
  }
}

/**
 * Erases the posts whose keys in the bin `entries` selects. The last statement returns their ids.
 */
function erasure(entries: SQL) {
  const ids = sql`SELECT post_id FROM (${entries})`
  return [
    sql`UPDATE posts SET ${clearing(posts, 'content')} WHERE id IN (${ids})`,
    sql`DELETE FROM post_edits WHERE post_id IN (${ids})`,
    sql`DELETE FROM post_revisions WHERE post_id IN (${ids})`,
    sql`DELETE FROM post_images WHERE post_id IN (${ids})`,
    sql`DELETE FROM redirects WHERE post_id IN (${ids})`,
    sql`DELETE FROM post_readers WHERE post_id IN (${ids})`,
    sql`DELETE FROM post_bin WHERE (deleted_at, post_id) IN (${entries}) RETURNING post_id`,
  ] as const
}

/**
 * Moves the viewer's own post, in any status, to the bin. The viewer pays, also if the balance
 * becomes negative. Returns the new balance.
 */
export async function deleteOwnPost(
  db: Database,
  viewer: Viewer,
  id: number,
  now: Date,
): Promise<number> {
  const post = await ownPost(db, viewer, id)
  const charge = {
    uid: viewer.uid,
    amount: -DELETE_POST_COST,
    reason: 'delete_post',
    postId: id,
  } as const
  const [balance] = await db.lastOf([
    binEntry(id, now),
    hidePost(post, now),
    moveEntry(deletion(post, viewer.uid), now),
    ledgerEntry(charge, now),
    sql<{ energy: number }>`SELECT energy FROM users WHERE uid = ${viewer.uid}`,
  ])
  if (!balance) throw new AppError('internal')
  return balance.energy
}

interface Deletion {
  reason?: string | undefined
  /** The version that the admin saw. The deletion is refused if the post has a newer version. */
  version?: number | undefined
}

/**
 * Deletes a post as an admin: it costs nothing, and the author gets a notice. A post in the bin is
 * erased.
 */
export async function deleteAnyPost(
  db: Database,
  admin: AuditActor,
  id: number,
  { reason: given, version }: Deletion,
  now: Date,
): Promise<void> {
  const { post, nameless: reason } = await db.read({
    post: anyPostOrBinned(id),
    nameless: nameless(given),
  })
  if (version !== undefined && version !== post.version) throw new AppError('version_conflict')
  await db.batch(adminPostDeletion(admin, post, reason, now))
}

/** The statements of an admin's deletion, for the batch of a larger decision. */
export function adminPostDeletion(
  admin: AuditActor,
  post: FullRow,
  reason: Nameless | undefined,
  now: Date,
): Statement[] {
  const { id, author_id, status, title, deleted_at } = post
  const binned = sql`SELECT deleted_at, post_id FROM post_bin WHERE deleted_at = ${deleted_at} AND post_id = ${id}`
  const entry = {
    target: ['post', id],
    subject: author_id,
    reason,
    before: { status, title },
  } as const
  const about = { event: 'post_deleted', title, reason: reason ?? null } as const
  return [
    auditEntry(admin, { action: 'post.delete', ...entry }, now),
    // A post in the bin is erased at once, so that its author cannot restore it.
    ...(deleted_at === null ? [] : erasure(binned)),
    hidePost(post, now),
    ...giveImportKey(post, null, now),
    moveEntry({ ...deletion(post, admin.uid), reason }, now),
    systemNotice({ to: author_id, by: admin.uid, postId: id, about }, now),
  ]
}

/**
 * The row stays (posts_are_never_deleted). Triggers remove the post from folders
 * (posts_leave_folders) and from the author's days (posts_leave_days), and end its like digests.
 * Unless the post is in the bin, they delete its revisions (posts_leave_revisions) and redirects
 * (posts_leave_redirects). The version check admits one of two concurrent deletions, so a deletion
 * is charged once.
 */
function hidePost(post: FullRow, now: Date): Statement {
  const hide = sql`
    UPDATE posts SET version = ${post.version + 1}, deleted_at = ${now.toISOString()}
    WHERE id = ${post.id}`
  return concerning({ users: [post.author_id] }, hide)
}

/** A deletion is a move that keeps the status, so that a restored post can continue from it. */
function deletion({ id, status }: FullRow, actor: number) {
  return { postId: id, actor, move: 'delete', from: status, to: status } as const
}

/** Energy that an author pays for deleting a post, also if the balance becomes negative. */
export const DELETE_POST_COST = 2
