import type { PostStatus } from '#db/schema/posts.ts'
import { bilingual } from '#kernel/i18n.ts'

/** An action on a post. Each move leads to a status, which may be the same. */
export type Move = 'edit' | 'submit' | 'withdraw' | 'approve' | 'reject' | 'lock' | 'unlock'

/**
 * `review` is pending while review is on, else approved. `before-lock` is the status that the post had before it was locked.
 */
type Next = PostStatus | 'review' | 'before-lock' | null

/** All status changes of a post; null if a move is refused. Pages, API and admin use this table. */
export const TRANSITIONS: Record<Move, Record<PostStatus, Next>> = {
  edit: { draft: 'draft', pending: null, approved: 'approved', rejected: 'draft', locked: null },
  submit: { draft: 'review', pending: null, approved: null, rejected: 'review', locked: null },
  withdraw: { draft: null, pending: 'draft', approved: null, rejected: null, locked: null },
  approve: { draft: null, pending: 'approved', approved: null, rejected: null, locked: null },
  reject: { draft: null, pending: 'rejected', approved: null, rejected: null, locked: null },
  lock: { draft: null, pending: 'locked', approved: 'locked', rejected: 'locked', locked: null },
  unlock: { draft: null, pending: null, approved: null, rejected: null, locked: 'before-lock' },
}

interface StateFacts {
  status: PostStatus
  locked_from: 'pending' | 'approved' | 'rejected' | null
}

/** The status after a move, or null if the current status does not allow it. */
export function nextStatus(post: StateFacts, move: Move, auditIsOn: boolean): PostStatus | null {
  const next = TRANSITIONS[move][post.status]
  if (next === 'review') return auditIsOn ? 'pending' : 'approved'
  return next === 'before-lock' ? post.locked_from : next
}

export function allows(post: Pick<StateFacts, 'status'>, move: Move): boolean {
  return TRANSITIONS[move][post.status] !== null
}

export const postStatusNames = bilingual({
  'zh-CN': { draft: '草稿', pending: '审核中', approved: '已发布', rejected: '未通过', locked: '已锁定' },
  en: { draft: 'Draft', pending: 'In review', approved: 'Published', rejected: 'Rejected', locked: 'Locked' },
})
