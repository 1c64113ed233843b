/**
 * The states of a post. One table has every move in every state, and null for a refused move. The
 * studio, the API and the admin pages use it. The column `version` grows by one with every edit and
 * every move, so of concurrent moves exactly one succeeds.
 */

import { and, sql } from 'drizzle-orm'
import { behind, equals, type Statement } from '#db/client.ts'
import type { PostRow, PostStatus } from '#db/schema/publishing.ts'
import { POST_STATUSES } from '#db/values.ts'
import { bilingual } from '#kernel/i18n.ts'
import type { PageRequest } from '#kernel/paging.ts'

/** An action on a post. Each move leads to a status, which may be the same. */
export type Move =
  | 'edit'
  | 'submit'
  | 'withdraw'
  | 'unpublish'
  | 'approve'
  | 'reject'
  | 'lock'
  | 'unlock'

/**
 * The status after a move; null if the move is refused. `review` is pending if the post needs
 * review (content-rules/needs-review.ts), else approved. `before-lock` is the status that the post
 * had before it was locked. `locked-if-published` locks a draft only if it was public before: its
 * author has unpublished it, or deleted and restored it.
 */
type Next = PostStatus | 'review' | 'before-lock' | 'locked-if-published' | null

/** All status changes of a post. Pages, the API and the admin pages use this table. */
export const TRANSITIONS: Record<Move, Record<PostStatus, Next>> = {
  edit: { draft: 'draft', pending: null, approved: 'approved', rejected: 'draft', locked: null },
  submit: { draft: 'review', pending: null, approved: null, rejected: 'review', locked: null },
  withdraw: { draft: null, pending: 'draft', approved: null, rejected: null, locked: null },
  unpublish: { draft: null, pending: null, approved: 'draft', rejected: null, locked: null },
  approve: { draft: null, pending: 'approved', approved: null, rejected: null, locked: null },
  reject: { draft: null, pending: 'rejected', approved: null, rejected: null, locked: null },
  lock: {
    draft: 'locked-if-published',
    pending: 'locked',
    approved: 'locked',
    rejected: 'locked',
    locked: null,
  },
  unlock: { draft: null, pending: null, approved: null, rejected: null, locked: 'before-lock' },
}

type StateFacts = Pick<PostRow, 'status' | 'published_at' | 'locked_from' | 'reject_reason'>

/** The status after a move, or null if the current status does not allow it. */
export function nextStatus(post: StateFacts, move: Move, needsReview: boolean): PostStatus | null {
  if (!allows(post, move)) return null
  const next = TRANSITIONS[move][post.status]
  if (next === 'review') return needsReview ? 'pending' : 'approved'
  if (next === 'locked-if-published') return 'locked'
  return next === 'before-lock' ? statusBeforeLock(post) : next
}

export function allows(post: Pick<StateFacts, 'status' | 'published_at'>, move: Move): boolean {
  const next = TRANSITIONS[move][post.status]
  return next === 'locked-if-published' ? post.published_at !== null : next !== null
}

/**
 * The value of `locked_from` for a post that is locked. The CHECK of the column excludes drafts, so
 * a draft is stored as rejected without a reject reason; a rejected post always has one. The
 * trigger posts_stay_locked has the same rule.
 */
export function lockedFrom({ status }: StateFacts): PostRow['locked_from'] {
  return status === 'draft' || status === 'locked' ? 'rejected' : status
}

function statusBeforeLock({ locked_from, reject_reason }: StateFacts): PostStatus | null {
  return locked_from === 'rejected' && reject_reason === null ? 'draft' : locked_from
}

export const postStatusNames = bilingual({
  draft: ['草稿', 'Draft'],
  pending: ['审核中', 'In review'],
  approved: ['已发布', 'Published'],
  rejected: ['未通过', 'Rejected'],
  locked: ['已锁定', 'Locked'],
})

/**
 * The ids of posts of every status, of all authors or of one, the last changed first. The indexes
 * are ordered within each status, so the query merges one range per status.
 */
export function idsOfAllStatuses(author: number | undefined, request: PageRequest): Statement {
  const index = sql.raw(author === undefined ? 'posts_by_status' : 'posts_in_studio_by_status')
  const ofStatus = POST_STATUSES.map(
    (status) => sql`
      SELECT updated_at, id FROM posts INDEXED BY ${index}
      WHERE ${and(
        equals(sql`author_id`, author),
        sql`status = ${status} AND deleted_at IS NULL`,
        behind(request, sql`updated_at`, sql`id`),
      )}`,
  )
  return sql`${sql.join(ofStatus, sql` UNION ALL `)} ORDER BY updated_at DESC, id DESC LIMIT ${request.limit + 1}`
}
