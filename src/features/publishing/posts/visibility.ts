import { type SQL, sql } from 'drizzle-orm'
import { type Database, found, type Group, type Statement } from '#db/client.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { type FullRow, fullColumns, postById } from '#features/publishing/posts/post.ts'
import { isAdmin } from '#kernel/roles.ts'

/** Posts that everyone may read. The condition equals the one of the partial indexes, so that SQLite uses them. */
export const isPublic: SQL = sql.raw(`p.status = 'approved' AND p.deleted_at IS NULL`)

/** Posts that only admins can search for; of a draft, only the title. */
export const isHidden: SQL = sql.raw(`p.status <> 'approved' AND p.deleted_at IS NULL`)

/**
 * The post, if the viewer may see it. An approved post is public; other posts, also drafts, are visible to their author and
 * admins.
 */
export function visiblePostOf(viewer: Viewer | null, id: number): Group<FullRow> {
  return found(postById(fullColumns, id, mayBeSeenBy(viewer)))
}

export function mayBeSeenBy(viewer: Viewer | null): SQL {
  return sql`p.deleted_at IS NULL
    AND (p.status = 'approved' OR p.author_id = ${viewer?.uid ?? 0} OR ${isAdmin(viewer) ? 1 : 0})`
}

/** A post that the viewer may not see is `not_found`, in the API and on pages. */
export async function visiblePost(db: Database, viewer: Viewer | null, id: number): Promise<FullRow> {
  return db.read(visiblePostOf(viewer, id))
}

/** The viewer's own post, in any status. */
export function ownPostOf(viewer: Viewer, id: number): Group<FullRow> {
  return found(postById(fullColumns, id, sql`p.author_id = ${viewer.uid} AND p.deleted_at IS NULL`))
}

export async function ownPost(db: Database, viewer: Viewer, id: number): Promise<FullRow> {
  return db.read(ownPostOf(viewer, id))
}

/** Any post that is not deleted, for routes behind the guard `admin`. */
export async function anyPost(db: Database, id: number): Promise<FullRow> {
  return db.read(found(postById(fullColumns, id, sql`p.deleted_at IS NULL`)))
}

/** A condition for the post `p`: its author deleted it and can restore it. */
export const isInBin: SQL = sql`EXISTS (
  SELECT 1 FROM post_bin b WHERE b.deleted_at = p.deleted_at AND b.post_id = p.id)`

/** Any post that is not deleted or that its author can restore. A lock also applies in the bin. */
export async function anyPostOrBinned(db: Database, id: number): Promise<FullRow> {
  return db.read(found(postById(fullColumns, id, sql`(p.deleted_at IS NULL OR ${isInBin})`)))
}

/** A public post. Only public posts accept likes, comments, favourites and energy. */
export function publicPostOf(id: number): Statement<{ id: number; author_id: number }> {
  return sql`SELECT p.id, p.author_id FROM posts p WHERE p.id = ${id} AND ${isPublic}`
}
