import { type SQL, sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import type { HeldApproval, PostRow, PostStatus } from '#db/schema/publishing.ts'
import { type SystemEvent, systemNotice } from '#features/core/notifications/notices.ts'
import { type Nameless, nameless } from '#features/core/people/nameless.ts'
import { type AuditActor, auditEntry } from '#features/core/site/audit-log.ts'
import { applyMove, moveEntry } from '#features/publishing/posts/moves.ts'
import {
  anyPost,
  anyPostOrBinned,
  type FullRow,
  fullColumns,
  postById,
} from '#features/publishing/posts/post.ts'
import { nextStatus } from '#features/publishing/posts/states.ts'
import { forgetPlan, schedule } from '#features/publishing/schedule/schedule.ts'
import { after, SECOND } from '#kernel/clock.ts'
import { AppError, type ErrorCode } from '#kernel/errors.ts'
import { randomId } from '#kernel/ids.ts'

type DecisionWith<Reason> =
  | { move: 'approve' | 'unlock'; version?: number | undefined }
  | { move: 'reject' | 'lock'; reason: Reason; version?: number | undefined }

type Decision = DecisionWith<string>

/**
 * An admin's decision on a post. The author gets a notice with the reason, and the audit log gets
 * an entry. A lock also applies to a post in the bin and to a draft that was public, because
 * otherwise an author could avoid the lock by deleting the post. An approval before the time that
 * the author chose schedules the post.
 */
export async function decidePost(
  db: Database,
  admin: AuditActor,
  id: number,
  decision: Decision,
  now: Date,
): Promise<FullRow> {
  const { post, reason } = await db.read({
    post: (decision.move === 'lock' ? anyPostOrBinned : anyPost)(id),
    reason: nameless('reason' in decision ? decision.reason : ''),
  })
  requireVersion(post, decision.version)
  return decideOn(db, admin, post, 'reason' in decision ? { ...decision, reason } : decision, now)
}

/** The same for a post that is loaded already; `extra` commits with the decision, or not at all. */
export async function decideOn(
  db: Database,
  admin: AuditActor,
  post: FullRow,
  decision: DecisionWith<Nameless>,
  now: Date,
  extra: Statement[] = [],
): Promise<FullRow> {
  const { move } = decision
  const next = nextStatus(post, move, false)
  if (next === null) throw new AppError('invalid_transition')
  // An approved version with a later time stays a draft, which readers do not see. The cron
  // publishes it at that time.
  const { publish_at } = post
  const publishAt =
    move === 'approve' && publish_at !== null && publish_at > now.toISOString() ? publish_at : null
  const to = publishAt === null ? next : 'draft'
  const reason = 'reason' in decision ? { reason: decision.reason } : {}
  const states = { before: { status: post.status }, after: { status: to } }
  return applyMove(db, { post, actor: admin.uid, move, to, ...reason }, now, [
    ...(publishAt === null ? [] : scheduleApproved(post, publishAt)),
    systemNotice(
      { to: post.author_id, by: admin.uid, postId: post.id, about: eventOf(decision, post, to) },
      now,
    ),
    auditEntry(admin, { action: `post.${move}`, ...about(post), ...reason, ...states }, now),
    ...extra,
  ])
}

/**
 * Marks the edits that were made after the approval as seen. Refused if there are none, or if the
 * admin saw an older version.
 */
export async function markEditSeen(
  db: Database,
  admin: AuditActor,
  id: number,
  version: number | undefined,
  now: Date,
): Promise<FullRow> {
  const post = await db.read(anyPost(id))
  requireVersion(post, version)
  if (post.edit_unseen_since === null) throw new AppError('invalid_transition')
  const before = { edit_unseen_since: post.edit_unseen_since }
  const [, , , [seen]] = await db.batch([
    sql`UPDATE posts SET version = ${post.version + 1}, edit_unseen_since = NULL WHERE id = ${id}`,
    moveEntry(
      { postId: id, actor: admin.uid, move: 'seen', from: post.status, to: post.status },
      now,
    ),
    auditEntry(admin, { action: 'post.seen', ...about(post), before }, now),
    postById(fullColumns, id),
  ])
  if (!seen) throw new AppError('internal')
  return seen
}

function scheduleApproved(post: FullRow, publishAt: string): Statement[] {
  return [...schedule(post.id, post.author_id, publishAt, post.version + 1), ...forgetPlan(post)]
}

function about({ id, author_id }: FullRow) {
  return { target: ['post', id], subject: author_id } as const
}

/**
 * Throws `version_conflict` if the admin saw another version. Without a version, there is no check.
 */
function requireVersion(post: FullRow, version: number | undefined): void {
  if (version !== undefined && version !== post.version) throw new AppError('version_conflict')
}

function eventOf(
  decision: DecisionWith<Nameless>,
  { title }: FullRow,
  to: PostStatus,
): SystemEvent {
  switch (decision.move) {
    case 'approve':
      return { event: to === 'draft' ? 'post_approved_for_later' : 'post_approved', title }
    case 'unlock':
      return { event: 'post_unlocked', title }
    case 'reject':
      return { event: 'post_rejected', title, reason: decision.reason }
    case 'lock':
      return { event: 'post_locked', title, reason: decision.reason }
  }
}

/*
 * Approving several posts at once can be undone. The approvals are held back instead of reversed:
 * readers, feeds, notices and the search index never see a post whose approval is taken back, and
 * `published_at` is set once. The minute cron applies due approvals with the regular command. The
 * trigger held_approvals_are_of_pending_posts admits only the current version of a pending post,
 * and posts_leave_held_approvals ends a held approval with every other decision.
 */

/** How long an approval can be taken back. The cron applies it up to a minute later. */
export const APPROVAL_HOLD_SECONDS = 30

interface WantedPost {
  id: number
  /** The version that the admin saw. */
  version?: number | undefined
}

interface HeldApprovals {
  /** The id of the batch, with which it can be undone. */
  id: string
  due_at: string
  /** A result for each wanted post, in the order of the request. */
  items: { id: number; ok: boolean; code?: ErrorCode }[]
}

/**
 * Approves posts after a delay. If two admins approve the same post, the second gets
 * `invalid_transition` for it.
 */
export async function holdApprovals(
  db: Database,
  admin: AuditActor,
  wanted: readonly WantedPost[],
  now: Date,
): Promise<HeldApprovals> {
  const batch = randomId()
  const due_at = after(now, APPROVAL_HOLD_SECONDS * SECOND).toISOString()
  const asked = sql`json_each(${JSON.stringify(wanted)}) w CROSS JOIN posts p ON p.id = w.value ->> 'id'`
  const [held, known] = await db.batch([
    sql<Pick<HeldApproval, 'post_id'>>`
      INSERT INTO held_approvals (post_id, version, admin_id, batch, due_at)
      SELECT p.id, p.version, ${admin.uid}, ${batch}, ${due_at} FROM ${asked}
      WHERE p.status = 'pending' AND p.deleted_at IS NULL AND p.version = COALESCE(w.value ->> 'version', p.version)
      ON CONFLICT DO NOTHING RETURNING post_id`,
    sql<
      Pick<PostRow, 'id' | 'version'>
    >`SELECT p.id, p.version FROM ${asked} WHERE p.deleted_at IS NULL`,
  ])
  const items = wanted.map(({ id, version }): HeldApprovals['items'][number] => {
    if (held.some(({ post_id }) => post_id === id)) return { id, ok: true }
    const post = known.find((post) => post.id === id)
    if (post === undefined) return { id, ok: false, code: 'not_found' }
    const isOld = version !== undefined && version !== post.version
    return { id, ok: false, code: isOld ? 'version_conflict' : 'invalid_transition' }
  })
  return { id: batch, due_at, items }
}

/**
 * Takes back the approvals of a batch; every admin may do this. Posts that were decided meanwhile
 * stay as they are. Returns the ids of the posts that are in the queue again.
 */
export async function undoApprovals(
  db: Database,
  admin: AuditActor,
  batch: string,
  now: Date,
): Promise<number[]> {
  const count = sql`(SELECT COUNT(*) FROM held_approvals WHERE batch = ${batch})`
  const entry = { action: 'posts.unapprove', target: ['site_setting', 'approvals'] } as const
  const [{ posts } = { posts: 0 }] = await db.all(sql<{ posts: number }>`SELECT ${count} AS posts`)
  if (posts === 0) throw new AppError('not_found')
  const [undone] = await db.batch([
    sql<
      Pick<HeldApproval, 'post_id'>
    >`DELETE FROM held_approvals WHERE batch = ${batch} RETURNING post_id`,
    // If two admins undo the batch at the same time, the second changes nothing.
    auditEntry(admin, { ...entry, after: { posts } }, now, sql`changes() > 0`),
  ])
  if (undone.length === 0) throw new AppError('not_found')
  return undone.map(({ post_id }) => post_id)
}

export const heldBatches = sql<{ batch: string; posts: number }>`
  SELECT batch, COUNT(*) AS posts FROM held_approvals GROUP BY batch ORDER BY MIN(due_at)`

/** A condition: no admin has approved this post yet. `id` is the column with the id of the post. */
export function isNotHeld(id: SQL): SQL {
  return sql`${id} NOT IN (SELECT post_id FROM held_approvals)`
}

const APPLIED_PER_RUN = 200

type DueRow = HeldApproval & { title: string; is_admin: 0 | 1 }

/**
 * For the cron: applies the approvals whose time is over. A post that changed meanwhile is no
 * longer held. Returns the ids of the approved posts.
 */
export async function applyHeldApprovals(db: Database, now: Date): Promise<number[]> {
  const due = await db.all(sql<DueRow>`
    SELECT h.*, p.title, u.role <> 'user' AND u.status = 'active' AS is_admin
    FROM held_approvals h CROSS JOIN posts p ON p.id = h.post_id CROSS JOIN users u ON u.uid = h.admin_id
    WHERE h.due_at <= ${now.toISOString()} ORDER BY h.due_at, h.post_id LIMIT ${APPLIED_PER_RUN}`)
  const approved: number[] = []
  for (const held of due) if (await applied(db, held, now)) approved.push(held.post_id)
  return approved
}

/**
 * Applies one held approval. The post returns to the queue if its approval is refused, or if the
 * admin has lost the role. Returns whether the post was approved.
 */
async function applied(
  db: Database,
  { post_id, version, admin_id, title, is_admin }: DueRow,
  now: Date,
): Promise<boolean> {
  const release = sql`DELETE FROM held_approvals WHERE post_id = ${post_id} AND version = ${version}`
  if (is_admin === 0) {
    await db.batch([release])
    return false
  }
  try {
    await decidePost(db, { uid: admin_id, ip: '' }, post_id, { move: 'approve', version }, now)
    return true
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // Only the list of blocked hosts refuses a pending post. The other errors mean that another run
    // or another admin was first, so the admin gets no notice of them.
    const about = { event: 'approval_refused', title } as const
    const isRefused = error.code === 'validation_failed'
    await db.batch([
      release,
      ...(isRefused
        ? [systemNotice({ to: admin_id, postId: post_id, about, when: sql`changes() > 0` }, now)]
        : []),
    ])
    return false
  }
}
