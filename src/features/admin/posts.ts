import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Database } from '#db/client.ts'
import type { PostStatus, postEdits, postMoves } from '#db/schema/posts.ts'
import type { AuthorStats } from '#db/schema/studio.ts'
import type { AdminPostCardShape, AdminPostShape } from '#features/admin/shapes.ts'
import { asUserRef, type PublicColumns } from '#features/people/person.ts'
import type { Written } from '#features/posts/content.ts'
import { asPost, asPostCard, type CardRow, cardColumns, type FullRow, fullColumns } from '#features/posts/post.ts'
import { AppError } from '#kernel/errors.ts'
import type { Language } from '#kernel/i18n.ts'
import { type Page, type PageRequest, pageOf } from '#kernel/paging.ts'

export interface PostsQuery {
  status?: PostStatus | undefined
  /** Only those edited after approval that nobody has looked at. */
  edited?: boolean | undefined
  author?: number | undefined
  /** Posts that a search has found. */
  ids?: readonly number[] | undefined
}

export type AdminPostCard = z.infer<typeof AdminPostCardShape>
export type AdminPost = z.infer<typeof AdminPostShape>

/** All posts. What waits for a decision comes oldest first, everything else by when it was last touched. */
export async function listAllPosts(
  db: Database,
  query: PostsQuery,
  request: PageRequest,
  language: Language,
): Promise<Page<AdminPostCard>> {
  const { status, edited, author, ids } = query
  const isQueue = status === 'pending' || edited === true
  const key = edited ? 'edit_unseen_since' : 'updated_at'
  const [sorted, beyond, direction] = [
    sql.raw(`p.${key}`),
    sql.raw(isQueue ? '>' : '<'),
    sql.raw(isQueue ? 'ASC' : 'DESC'),
  ]
  const rows = await db.all(sql<CardRow>`
    SELECT ${cardColumns} FROM posts p JOIN users u ON u.uid = p.author_id
    WHERE p.deleted_at IS NULL
      ${status === undefined ? sql`` : sql`AND p.status = ${status}`}
      ${edited ? sql`AND p.edit_unseen_since IS NOT NULL` : sql``}
      ${author === undefined ? sql`` : sql`AND p.author_id = ${author}`}
      ${ids === undefined ? sql`` : sql`AND p.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`}
      ${request.after === null ? sql`` : sql`AND (${sorted}, p.id) ${beyond} (${request.after[0]}, ${request.after[1]})`}
    ORDER BY ${sorted} ${direction}, p.id ${direction} LIMIT ${request.limit + 1}`)
  return pageOf(
    rows,
    request,
    (row) => [row[key] ?? '', row.id],
    (row) => ({ ...asPostCard(row, language), ...underReview(row) }),
  )
}

type MoveRow = typeof postMoves.$inferSelect & PublicColumns & { user_status: PublicColumns['status'] }
type EditRow = typeof postEdits.$inferSelect

/** One post with everything an admin wants to know before deciding on it. */
export async function postForReview(db: Database, id: number, language: Language): Promise<AdminPost> {
  const [[post], moves, edits, [stats]] = await db.batch([
    sql<FullRow & { author_since: string }>`
      SELECT ${fullColumns}, u.created_at AS author_since FROM posts p JOIN users u ON u.uid = p.author_id
      WHERE p.id = ${id} AND p.deleted_at IS NULL`,
    sql<MoveRow>`
      SELECT m.*, u.uid, u.username, u.avatar_key, u.exp, u.status AS user_status
      FROM post_moves m JOIN users u ON u.uid = m.actor_id WHERE m.post_id = ${id} ORDER BY m.id LIMIT 200`,
    sql<EditRow>`
      SELECT e.* FROM post_edits e JOIN posts p ON p.id = e.post_id
      WHERE e.post_id = ${id} AND e.created_at >= p.edit_unseen_since ORDER BY e.id LIMIT 50`,
    sql<AuthorStats>`SELECT s.* FROM author_stats s JOIN posts p ON p.author_id = s.user_id WHERE p.id = ${id}`,
  ])
  if (post === undefined) throw new AppError('not_found')
  return {
    ...asPost(post, language),
    ...underReview(post),
    lock_reason: post.lock_reason,
    author_history: historyOf(stats, post.author_since),
    moves: moves.map((move) => asMove(move, language)),
    unseen_edits: edits.map(asEdit),
  }
}

function underReview({ version, reject_reason, edited_at, edit_unseen_since }: CardRow) {
  return { version, reject_reason, edited_at, edit_unseen_since }
}

function historyOf(stats: AuthorStats | undefined, since: string): AdminPost['author_history'] {
  const { draft = 0, pending = 0, approved = 0, rejected = 0, locked = 0 } = stats ?? {}
  return { approved, rejected, locked, total: draft + pending + approved + rejected + locked, since }
}

function asMove(row: MoveRow, language: Language): AdminPost['moves'][number] {
  const { move, from_status, to_status, reason, created_at } = row
  return {
    move,
    actor: asUserRef({ ...row, status: row.user_status }, language),
    from_status,
    to_status,
    reason,
    created_at,
  }
}

function asEdit({ version, before, after, created_at }: EditRow): AdminPost['unseen_edits'][number] {
  return { version, before: asWritten(before), after: asWritten(after), created_at }
}

function asWritten(json: string): AdminPost['unseen_edits'][number]['before'] {
  const { title, body, summary, coverUrl, tags } = JSON.parse(json) as Written
  return { title, body, summary, cover_url: coverUrl, tags: tags.map(([, name]) => name) }
}
