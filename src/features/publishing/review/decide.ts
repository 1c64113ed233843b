import { sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import type { PostStatus } from '#db/schema/publishing.ts'
import { type SystemEvent, systemNotice } from '#features/core/notifications/notices.ts'
import { type Nameless, nameless } from '#features/core/people/nameless.ts'
import { type AuditActor, auditEntry } from '#features/core/site/audit-log.ts'
import { applyMove, moveEntry } from '#features/publishing/posts/moves.ts'
import { anyPost, anyPostOrBinned, type FullRow, fullColumns, postById } from '#features/publishing/posts/post.ts'
import { nextStatus } from '#features/publishing/posts/states.ts'
import { forgetPlan, schedule } from '#features/publishing/schedule/schedule.ts'
import { AppError } from '#kernel/errors.ts'

type DecisionWith<Reason> =
  | { move: 'approve' | 'unlock'; version?: number | undefined }
  | { move: 'reject' | 'lock'; reason: Reason; version?: number | undefined }

export type Decision = DecisionWith<string>

/**
 * An admin's decision on a post. The author gets a notice with the reason, and the audit log gets an entry. A lock applies in the
 * bin too, and to drafts that were public, so that neither is a way around it. An approval before the time that the author chose
 * schedules the post.
 */
export async function decidePost(db: Database, admin: AuditActor, id: number, decision: Decision, now: Date) {
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
) {
  const { move } = decision
  const next = nextStatus(post, move, false)
  if (next === null) throw new AppError('invalid_transition')
  // The cron publishes an approved version at its time. Until then it is a draft, which readers do not see.
  const publishAt = move === 'approve' && isLater(post, now) ? post.publish_at : null
  const to = publishAt === null ? next : 'draft'
  const reason = 'reason' in decision ? { reason: decision.reason } : {}
  const states = { before: { status: post.status }, after: { status: to } }
  return applyMove(db, { post, actor: admin.uid, move, to, ...reason }, now, [
    ...(publishAt === null ? [] : scheduleApproved(post, publishAt)),
    systemNotice({ to: post.author_id, by: admin.uid, postId: post.id, about: eventOf(decision, post, to) }, now),
    auditEntry(admin, { action: `post.${move}`, ...about(post), ...reason, ...states }, now),
    ...extra,
  ])
}

/** Marks the edits made after the approval as seen. */
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
    moveEntry({ postId: id, actor: admin.uid, move: 'seen', from: post.status, to: post.status }, now),
    auditEntry(admin, { action: 'post.seen', ...about(post), before }, now),
    postById(fullColumns, id),
  ])
  if (!seen) throw new AppError('internal')
  return seen
}

function isLater({ publish_at }: FullRow, now: Date): boolean {
  return publish_at !== null && publish_at > now.toISOString()
}

function scheduleApproved(post: FullRow, publishAt: string): Statement[] {
  return [...schedule(post.id, post.author_id, publishAt, post.version + 1), ...forgetPlan(post)]
}

function about({ id, author_id }: FullRow) {
  return { target: ['post', id], subject: author_id } as const
}

/** Throws `version_conflict` if the admin saw an older version. */
function requireVersion(post: FullRow, version: number | undefined): void {
  if (version !== undefined && version !== post.version) throw new AppError('version_conflict')
}

function eventOf(decision: DecisionWith<Nameless>, { title }: FullRow, to: PostStatus): SystemEvent {
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
