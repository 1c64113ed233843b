import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { command, type Database, type Group, group, type Statement } from '#db/client.ts'
import { type AuditActor, auditEntry } from '#features/core/site/audit-log.ts'
import { isPublic, type ListedRow, listedColumns } from '#features/publishing/posts/post.ts'
import { AppError, type FieldProblem } from '#kernel/errors.ts'
import { fieldProblem, fieldProblemWith } from '#kernel/fields.ts'

/**
 * The trigger pinned_posts_three_at_most enforces the limit. The trigger posts_leave_pins unpins
 * deleted posts.
 */
export const PINNED_MAX = 3
const ADDRESS_MAX = 500

/** The id of a post, or the URL of its page. */
export const PinInput = z.object({
  post: z
    .string()
    .trim()
    .max(ADDRESS_MAX)
    .transform((text) => Number(/(?:^|\/posts\/)([1-9]\d{0,14})(?:[?#]|$)/.exec(text)?.[1] ?? 0)),
})

export interface Pinned {
  post_id: number
  title: string
}

/** The pinned posts for the home page, without locked posts. */
export const pinnedRows: Statement<ListedRow> = sql`
  SELECT ${listedColumns} FROM pinned_posts t CROSS JOIN posts p ON p.id = t.post_id CROSS JOIN users u ON u.uid = p.author_id
  WHERE ${isPublic} ORDER BY t.pinned_at DESC, p.id DESC`

/** The pinned posts for the owner, also the locked ones. */
export const allPinned: Group<Pinned[]> = group(
  {
    rows: sql<Pinned>`
      SELECT t.post_id, p.title FROM pinned_posts t CROSS JOIN posts p ON p.id = t.post_id
      ORDER BY t.pinned_at DESC, t.post_id DESC`,
  },
  ({ rows }) => rows,
)

/**
 * Pins a post and returns all pinned posts. A post that is pinned already moves to the top. The
 * trigger pinned_posts_are_public refuses posts that are not public.
 */
export async function pinPost(
  db: Database,
  owner: AuditActor,
  id: number,
  now: Date,
): Promise<Pinned[]> {
  const before = await db.read(allPinned)
  const isPinned = before.some(({ post_id }) => post_id === id)
  if (!isPinned && before.length >= PINNED_MAX)
    throw refused(fieldProblemWith('too_many', PINNED_MAX))
  const at = now.toISOString()
  const pin = isPinned
    ? sql`UPDATE pinned_posts SET pinned_at = ${at} WHERE post_id = ${id}`
    : sql`INSERT INTO pinned_posts (post_id, pinned_at) VALUES (${id}, ${at})`
  try {
    return await changed(db, [
      auditEntry(owner, { action: 'post.pin', target: ['post', id] }, now),
      pin,
    ])
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found')
      throw refused(fieldProblem('no_public_post'))
    throw error
  }
}

export async function unpinPost(
  db: Database,
  owner: AuditActor,
  id: number,
  now: Date,
): Promise<Pinned[]> {
  const before = await db.read(allPinned)
  if (!before.some(({ post_id }) => post_id === id)) throw new AppError('not_found')
  return changed(db, [
    auditEntry(owner, { action: 'post.unpin', target: ['post', id] }, now),
    sql`DELETE FROM pinned_posts WHERE post_id = ${id}`,
  ])
}

async function changed(db: Database, statements: Statement[]): Promise<Pinned[]> {
  return (await db.read({ change: command(statements), pinned: allPinned })).pinned
}

function refused(problem: FieldProblem): AppError {
  return new AppError('validation_failed', { fields: { post: problem } })
}
