import { sql } from 'drizzle-orm'
import { type Database, found, type Statement } from '#db/client.ts'
import type { User } from '#db/schema/core.ts'
import type { HiddenItem, UserHiding } from '#db/schema/operations.ts'
import {
  endAfter,
  mayChangeStatus,
  personOf,
  setStatusOf,
} from '#features/accounts/status/status-and-role.ts'
import { syncComments } from '#features/community/comments/searchable.ts'
import { systemNotice } from '#features/core/notifications/notices.ts'
import { type Nameless, nameless } from '#features/core/people/nameless.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { type AuditActor, auditEntry } from '#features/core/site/audit-log.ts'
import { AppError } from '#kernel/errors.ts'

/*
 * "Ban and hide" locks every public post and deletes every comment of a user, in slices: the
 * request does the first one, the cron the others. Each slice is one batch that records its items
 * in hidden_items, so that a failed or repeated run loses nothing and undoing restores these items
 * and no others. The triggers hidden_items_count_* keep the counts of the action, and
 * user_hidings_one_only refuses a second action on the same user.
 */

const POSTS_PER_SLICE = 50
const COMMENTS_PER_SLICE = 200
const SLICES_PER_RUN = 20

/** The items of one slice, for the search index and the caches. */
export interface Slice {
  postIds: number[]
  commentIds: number[]
  /** Whether the action is finished after this slice. */
  isLast: boolean
}

interface Hide {
  reason: string
  /** The days after which the ban ends. Without them, an admin has to lift it. */
  days?: number | undefined
}

/**
 * Bans the user, unless they are banned already, and hides the first slice of their posts and
 * comments. The user gets one notice for all of it.
 */
export async function hideAll(
  db: Database,
  admin: Viewer & AuditActor,
  uid: number,
  hide: Hide,
  now: Date,
): Promise<Slice> {
  const { person, reason } = await db.read({
    person: found(personOf(uid)),
    reason: nameless(hide.reason),
  })
  return hideAllOf(db, admin, person, { ...hide, reason }, now)
}

/**
 * Like `hideAll`, for a user that is already loaded. The statements of `extra` run in the batch of
 * the ban.
 */
export async function hideAllOf(
  db: Database,
  admin: Viewer & AuditActor,
  person: User,
  { reason, days }: Hide & { reason: Nameless },
  now: Date,
  extra: Statement[] = [],
): Promise<Slice> {
  const { uid } = person
  if (!mayChangeStatus(admin, person)) throw new AppError('invalid_transition')
  const bans = person.status !== 'banned'
  const ends = endAfter(days, now)
  const about = {
    event: 'content_hidden',
    banned: bans ? 1 : 0,
    reason,
    ...(bans && { ends_at: ends }),
  } as const
  const entry = { action: 'user.hide', target: ['user', uid], subject: uid, reason } as const
  const begin = [
    sql`INSERT INTO user_hidings (user_id, admin_id, reason, banned, created_at)
        VALUES (${uid}, ${admin.uid}, ${reason}, ${bans ? 1 : 0}, ${now.toISOString()})`,
    auditEntry(admin, entry, now),
    ...extra,
  ]
  if (bans)
    await setStatusOf(db, admin, person, { status: 'banned', reason, days }, now, begin, about)
  else await db.batch([...begin, systemNotice({ to: uid, by: admin.uid, about }, now)])
  return nextSlice(db, await db.read(found(openHiding(uid))), now)
}

/**
 * Undoes `hideAll`: restores the first slice of the items that it hid, and lifts the ban that it
 * set. Refused if nothing of this user is hidden.
 */
export async function restoreAll(
  db: Database,
  admin: Viewer & AuditActor,
  uid: number,
  now: Date,
): Promise<Slice> {
  const { person, hiding } = await db.read({
    person: found(personOf(uid)),
    hiding: found(openHiding(uid)),
  })
  if (!mayChangeStatus(admin, person)) throw new AppError('invalid_transition')
  const unbans = hiding.banned === 1 && person.status === 'banned'
  const about = { event: 'content_restored', unbanned: unbans ? 1 : 0 } as const
  const begin = [
    // If two admins undo at the same time, the trigger audit_log_hiding_is_open refuses the second.
    auditEntry(admin, { action: 'user.restore', target: ['user', uid], subject: uid }, now),
    sql`UPDATE user_hidings SET state = 'restoring', restored_at = ${now.toISOString()}, admin_id = ${admin.uid}
        WHERE id = ${hiding.id}`,
  ]
  if (unbans)
    await setStatusOf(db, admin, person, { status: 'active', reason: null }, now, begin, about)
  else await db.batch([...begin, systemNotice({ to: uid, by: admin.uid, about }, now)])
  return nextSlice(db, { ...hiding, state: 'restoring', admin_id: admin.uid }, now)
}

/** For the cron: continues the actions that hide or restore content and are not finished. */
export async function continueHidings(db: Database, search: Database, now: Date): Promise<void> {
  const unfinished = await db.all(sql<UserHiding>`
    SELECT * FROM user_hidings WHERE state IN ('hiding', 'restoring') ORDER BY id LIMIT ${SLICES_PER_RUN}`)
  let slices = 0
  for (const hiding of unfinished) {
    for (let isLast = false; !isLast && slices < SLICES_PER_RUN; slices++) {
      const slice = await nextSlice(db, hiding, now)
      await syncComments(db, search, slice.commentIds)
      isLast = slice.isLast
    }
  }
}

/** The action that hides the content of a user now, or that is restoring it. */
export function openHiding(uid: number | Statement): Statement<UserHiding> {
  return sql`SELECT * FROM user_hidings WHERE user_id = ${uid} AND state <> 'restored'`
}

function nextSlice(db: Database, hiding: UserHiding, now: Date): Promise<Slice> {
  return hiding.state === 'restoring' ? restoreSlice(db, hiding, now) : hideSlice(db, hiding, now)
}

/**
 * Hides the newest items first. A post that an admin has unlocked in the meantime stays public,
 * because its id is already in hidden_items.
 */
async function hideSlice(db: Database, hiding: UserHiding, now: Date): Promise<Slice> {
  const { user_id, created_at } = hiding
  const [posts, comments] = await db.batch([
    sql<{ id: number }>`
      SELECT id FROM posts INDEXED BY posts_of_author_new
      WHERE author_id = ${user_id} AND status = 'approved' AND deleted_at IS NULL AND published_at <= ${created_at}
        AND NOT EXISTS (${recorded(hiding, 'post', sql`posts.id`)})
      ORDER BY listed_at DESC, id DESC LIMIT ${POSTS_PER_SLICE}`,
    sql<{ id: number }>`
      SELECT id FROM comments INDEXED BY comments_live_of_author
      WHERE author_id = ${user_id} AND deleted_at IS NULL AND created_at <= ${created_at}
      ORDER BY id DESC LIMIT ${COMMENTS_PER_SLICE}`,
  ])
  const slice = sliceOf(posts, comments)
  await db.batch([
    ...(posts.length > 0 ? lockPosts(hiding, slice.postIds, now) : []),
    ...(comments.length > 0 ? hideComments(hiding, slice.commentIds, now) : []),
    ...(slice.isLast ? [finish(hiding, 'hiding', 'hidden')] : []),
  ])
  return slice
}

async function restoreSlice(db: Database, hiding: UserHiding, now: Date): Promise<Slice> {
  const items = (kind: HiddenItem['kind'], limit: number) => sql<{ id: number }>`
    SELECT item_id AS id FROM hidden_items WHERE hiding_id = ${hiding.id} AND kind = ${kind} ORDER BY item_id LIMIT ${limit}`
  const [posts, comments] = await db.batch([
    items('post', POSTS_PER_SLICE),
    items('comment', COMMENTS_PER_SLICE),
  ])
  const slice = sliceOf(posts, comments)
  await db.batch([
    ...(posts.length > 0 ? unlockPosts(hiding, slice.postIds, now) : []),
    ...(comments.length > 0 ? showComments(hiding, slice.commentIds) : []),
    ...(slice.isLast ? [finish(hiding, 'restoring', 'restored')] : []),
  ])
  return slice
}

/**
 * The condition contains the state of the action, because an admin may undo the action while the
 * cron is hiding.
 */
function lockPosts(hiding: UserHiding, ids: number[], now: Date): Statement[] {
  const at = now.toISOString()
  const locks = sql`status = 'approved' AND deleted_at IS NULL
    AND EXISTS (${recorded(hiding, 'post', sql`posts.id`)} AND version = posts.version + 1)`
  return [
    sql`INSERT INTO hidden_items (hiding_id, kind, item_id, version)
        SELECT ${hiding.id}, 'post', id, version + 1 FROM posts NOT INDEXED
        WHERE ${among(ids)} AND status = 'approved' AND deleted_at IS NULL AND ${isIn(hiding, 'hiding')}
        ON CONFLICT DO NOTHING`,
    moves(hiding, ids, locks, 'lock', at),
    sql`UPDATE posts NOT INDEXED
        SET version = version + 1, status = 'locked', locked_from = 'approved', lock_reason = ${hiding.reason},
          updated_at = ${at}, edit_unseen_since = NULL
        WHERE ${among(ids)} AND ${locks}`,
  ]
}

/**
 * Sets the columns of a deletion. Unlike a deletion it keeps the image, so that a restored comment
 * has it again.
 */
function hideComments(hiding: UserHiding, ids: number[], now: Date): Statement[] {
  return [
    sql`INSERT INTO hidden_items (hiding_id, kind, item_id)
        SELECT ${hiding.id}, 'comment', id FROM comments
        WHERE ${among(ids)} AND deleted_at IS NULL AND ${isIn(hiding, 'hiding')}
        ON CONFLICT DO NOTHING`,
    sql`UPDATE comments SET deleted_at = ${now.toISOString()}, deleted_by = ${hiding.admin_id}
        WHERE ${among(ids)} AND deleted_at IS NULL AND EXISTS (${recorded(hiding, 'comment', sql`comments.id`)})`,
  ]
}

/**
 * Only the version that the action locked is unlocked. A post that was locked again or deleted
 * since then stays as it is.
 */
function unlockPosts(hiding: UserHiding, ids: number[], now: Date): Statement[] {
  const at = now.toISOString()
  const unlocks = sql`status = 'locked' AND locked_from = 'approved' AND deleted_at IS NULL
    AND EXISTS (${recorded(hiding, 'post', sql`posts.id`)} AND version = posts.version)`
  return [
    moves(hiding, ids, unlocks, 'unlock', at),
    sql`UPDATE posts NOT INDEXED
        SET version = version + 1, status = 'approved', locked_from = NULL, lock_reason = NULL, updated_at = ${at}
        WHERE ${among(ids)} AND ${unlocks}`,
    forget(hiding, 'post', ids),
  ]
}

/**
 * The trigger comments_count_again counts the comments again. The trigger
 * comments_come_back_from_hiding admits only comments that are in hidden_items.
 */
function showComments(hiding: UserHiding, ids: number[]): Statement[] {
  return [
    sql`UPDATE comments SET deleted_at = NULL, deleted_by = NULL
        WHERE ${among(ids)} AND deleted_at IS NOT NULL AND EXISTS (${recorded(hiding, 'comment', sql`comments.id`)})`,
    forget(hiding, 'comment', ids),
  ]
}

function moves(
  { admin_id, reason }: UserHiding,
  ids: number[],
  which: Statement,
  move: 'lock' | 'unlock',
  at: string,
): Statement {
  const [from, to] = move === 'lock' ? ['approved', 'locked'] : ['locked', 'approved']
  return sql`
    INSERT INTO post_moves (post_id, actor_id, move, from_status, to_status, reason, created_at)
    SELECT id, ${admin_id}, ${move}, ${from}, ${to}, ${move === 'lock' ? reason : null}, ${at}
    FROM posts NOT INDEXED WHERE ${among(ids)} AND ${which}`
}

function forget({ id }: UserHiding, kind: HiddenItem['kind'], ids: number[]): Statement {
  return sql`
    DELETE FROM hidden_items
    WHERE hiding_id = ${id} AND kind = ${kind} AND item_id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`
}

function finish({ id }: UserHiding, from: UserHiding['state'], to: UserHiding['state']): Statement {
  return sql`UPDATE user_hidings SET state = ${to} WHERE id = ${id} AND state = ${from}`
}

/** Use it with NOT INDEXED. Otherwise SQLite reads the index of all posts with the status. */
function among(ids: number[]): Statement {
  return sql`id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`
}

function recorded({ id }: UserHiding, kind: HiddenItem['kind'], item: Statement): Statement {
  return sql`SELECT 1 FROM hidden_items WHERE hiding_id = ${id} AND kind = ${kind} AND item_id = ${item}`
}

function isIn({ id }: UserHiding, state: UserHiding['state']): Statement {
  return sql`(SELECT state FROM user_hidings WHERE user_hidings.id = ${id}) = ${state}`
}

function sliceOf(posts: { id: number }[], comments: { id: number }[]): Slice {
  const isLast = posts.length < POSTS_PER_SLICE && comments.length < COMMENTS_PER_SLICE
  return { postIds: posts.map(({ id }) => id), commentIds: comments.map(({ id }) => id), isLast }
}
