import { type SQL, sql } from 'drizzle-orm'
import { type Database, found, type Group, type Statement } from '#db/client.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { type FullRow, fullColumns, postById } from '#features/publishing/posts/post.ts'
import { isAdmin } from '#kernel/roles.ts'

/** Posts that everybody may read. The condition is written like the partial indexes, so that they serve it. */
export const isPublic: SQL = sql.raw(`p.status = 'approved' AND p.deleted_at IS NULL`)

/** Posts that readers do not see and admins can search for; of a draft, the title only. */
export const isHidden: SQL = sql.raw(`p.status <> 'approved' AND p.deleted_at IS NULL`)

/** The post if this viewer may see it: an approved post is public, any other, also a draft, is for its author and admins. */
export function visiblePostOf(viewer: Viewer | null, id: number): Group<FullRow> {
  return found(postById(fullColumns, id, mayBeSeenBy(viewer)))
}

export function mayBeSeenBy(viewer: Viewer | null): SQL {
  return sql`p.deleted_at IS NULL
    AND (p.status = 'approved' OR p.author_id = ${viewer?.uid ?? 0} OR ${isAdmin(viewer) ? 1 : 0})`
}

/** Loads through permission: a post that the viewer may not see is `not_found`, for the API and pages alike. */
export async function visiblePost(db: Database, viewer: Viewer | null, id: number): Promise<FullRow> {
  return db.read(visiblePostOf(viewer, id))
}

/** The viewer's own post, in any state. */
export function ownPostOf(viewer: Viewer, id: number): Group<FullRow> {
  return found(postById(fullColumns, id, sql`p.author_id = ${viewer.uid} AND p.deleted_at IS NULL`))
}

export async function ownPost(db: Database, viewer: Viewer, id: number): Promise<FullRow> {
  return db.read(ownPostOf(viewer, id))
}

/** Any post that has not been deleted: for routes behind the guard `admin`. */
export async function anyPost(db: Database, id: number): Promise<FullRow> {
  return db.read(found(postById(fullColumns, id, sql`p.deleted_at IS NULL`)))
}

/** A public post, the only kind that takes likes, comments, favourites and energy. */
export function publicPostOf(id: number): Statement<{ id: number; author_id: number }> {
  return sql`SELECT p.id, p.author_id FROM posts p WHERE p.id = ${id} AND ${isPublic}`
}
