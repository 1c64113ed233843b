import { type SQL, sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import { isAdmin, type Viewer } from '#features/people/viewer.ts'
import { type FullRow, fullColumns } from '#features/posts/post.ts'
import { AppError } from '#kernel/errors.ts'

/** What everybody may read. Written like the partial indexes, so that they serve it. */
export const isPublic: SQL = sql.raw(`p.status = 'approved' AND p.deleted_at IS NULL`)

/** What admins have to do with and readers do not see; a draft is its author's alone. */
export const isHidden: SQL = sql.raw(`p.status IN ('pending', 'rejected', 'locked') AND p.deleted_at IS NULL`)

/** The post if this viewer may see it: approved ones are public, the rest is for its author and the admins. */
export function visiblePostOf(viewer: Viewer | null, id: number): Statement<FullRow> {
  return sql`
    SELECT ${fullColumns} FROM posts p JOIN users u ON u.uid = p.author_id
    WHERE p.id = ${id} AND ${mayBeSeenBy(viewer)}`
}

export function mayBeSeenBy(viewer: Viewer | null): SQL {
  return sql`p.deleted_at IS NULL
    AND (p.status = 'approved' OR p.author_id = ${viewer?.uid ?? 0} OR ${isAdmin(viewer) ? 1 : 0})`
}

/** Loads through permission: a post one may not see is not there, for the API and pages alike. */
export async function visiblePost(db: Database, viewer: Viewer | null, id: number): Promise<FullRow> {
  return (await db.first(visiblePostOf(viewer, id))) ?? refuse()
}

/** The viewer's own post in whatever state. */
export function ownPostOf(viewer: Viewer, id: number): Statement<FullRow> {
  return sql`
    SELECT ${fullColumns} FROM posts p JOIN users u ON u.uid = p.author_id
    WHERE p.id = ${id} AND p.author_id = ${viewer.uid} AND p.deleted_at IS NULL`
}

export async function ownPost(db: Database, viewer: Viewer, id: number): Promise<FullRow> {
  return (await db.first(ownPostOf(viewer, id))) ?? refuse()
}

/** Any post that has not been deleted, for whoever has passed the admins' guard. */
export async function anyPost(db: Database, id: number): Promise<FullRow> {
  const post = await db.first(sql<FullRow>`
    SELECT ${fullColumns} FROM posts p JOIN users u ON u.uid = p.author_id
    WHERE p.id = ${id} AND p.deleted_at IS NULL`)
  return post ?? refuse()
}

function refuse(): never {
  throw new AppError('not_found')
}

/** A post that takes likes, comments, favourites and energy: only what is public does. */
export async function publicPost(db: Database, id: number): Promise<PublicPost> {
  return (await db.first(publicPostOf(id))) ?? refuse()
}

export interface PublicPost {
  id: number
  author_id: number
}

export function publicPostOf(id: number): Statement<PublicPost> {
  return sql`SELECT p.id, p.author_id FROM posts p WHERE p.id = ${id} AND ${isPublic}`
}
