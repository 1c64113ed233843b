import { sql } from 'drizzle-orm'
import { type Database, last, type Statement } from '#db/client.ts'
import { concerning } from '#db/concerns.ts'
import { systemNotice } from '#features/core/notifications/notices.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { type AuditActor, auditEntry } from '#features/core/site/audit-log.ts'
import { ledgerEntry } from '#features/economy/energy/ledger.ts'
import { binEntry, eraseBinned } from '#features/publishing/posts/bin.ts'
import { DELETE_POST_COST } from '#features/publishing/posts/cost.ts'
import { giveImportKey } from '#features/publishing/posts/import-key.ts'
import { moveEntry } from '#features/publishing/posts/moves.ts'
import type { FullRow } from '#features/publishing/posts/post.ts'
import { anyPostOrBinned, ownPost } from '#features/publishing/posts/visibility.ts'
import { AppError } from '#kernel/errors.ts'

/**
 * Moves the viewer's own post, in any status, to the bin. The viewer pays, also if the balance becomes negative. Returns the
 * new balance.
 */
export async function deleteOwnPost(db: Database, viewer: Viewer, id: number, now: Date): Promise<number> {
  const post = await ownPost(db, viewer, id)
  const charge = { uid: viewer.uid, amount: -DELETE_POST_COST, reason: 'delete_post', postId: id } as const
  const [balance] = last(
    await db.batch([
      binEntry(id, now),
      hidePost(post, now),
      moveEntry(deletion(post, viewer.uid), now),
      ledgerEntry(charge, now),
      sql<{ energy: number }>`SELECT energy FROM users WHERE uid = ${viewer.uid}`,
    ]),
  )
  if (!balance) throw new AppError('internal')
  return balance.energy
}

interface Deletion {
  reason?: string | undefined
  /** The version that the admin saw. The deletion is refused if the post has a newer version. */
  version?: number | undefined
}

/** Deletes a post as an admin: it costs nothing, and the author gets a notice. A post in the bin is erased. */
export async function deleteAnyPost(
  db: Database,
  admin: AuditActor,
  id: number,
  { reason, version }: Deletion,
  now: Date,
): Promise<void> {
  const post = await anyPostOrBinned(db, id)
  if (version !== undefined && version !== post.version) throw new AppError('version_conflict')
  const { author_id, status, title } = post
  const entry = { target: ['post', id], subject: author_id, reason, before: { status, title } } as const
  const about = { event: 'post_deleted', title, reason: reason ?? null } as const
  await db.batch([
    auditEntry(admin, { action: 'post.delete', ...entry }, now),
    ...(post.deleted_at === null ? [] : eraseBinned(post)),
    hidePost(post, now),
    ...giveImportKey(post, null, now),
    moveEntry({ ...deletion(post, admin.uid), reason }, now),
    systemNotice({ to: author_id, by: admin.uid, postId: id, about }, now),
  ])
}

/**
 * The row stays (posts_are_never_deleted). Triggers remove the post from folders (posts_leave_folders) and from the author's
 * days (posts_leave_days), end its like digests and, unless it is in the bin, delete its revisions (posts_leave_revisions) and
 * redirects (posts_leave_redirects).
 * Of two concurrent deletions the version check admits one, so the deletion is charged once.
 */
function hidePost(post: FullRow, now: Date): Statement {
  const hide = sql`
    UPDATE posts SET version = ${post.version + 1}, deleted_at = ${now.toISOString()}
    WHERE id = ${post.id}`
  return concerning({ users: [post.author_id] }, hide)
}

function deletion({ id, status }: FullRow, actor: number) {
  return { postId: id, actor, move: 'delete', from: status, to: status } as const
}
