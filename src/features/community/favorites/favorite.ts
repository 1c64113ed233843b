import { type SQL, sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { publicPostOf, visiblePost } from '#features/publishing/posts/visibility.ts'
import { DEFAULT_NAMES } from '#kernel/default-folder.ts'
import { AppError } from '#kernel/errors.ts'
import type { Language } from '#kernel/i18n.ts'

export interface FolderStatus {
  favorited: boolean
  folder_ids: number[]
}

export async function folderStatus(db: Database, viewer: Viewer | null, postId: number): Promise<FolderStatus> {
  await visiblePost(db, viewer, postId)
  if (viewer === null) return { favorited: false, folder_ids: [] }
  return asFolderStatus(await db.all(foldersWith(viewer.uid, postId)))
}

export function isSavedBy(uid: number | Statement, postId: number): SQL {
  return sql`EXISTS (SELECT 1 FROM folder_items WHERE user_id = ${uid} AND post_id = ${postId})`
}

/**
 * Toggles a favourite. An unsaved post goes into the default folder, which is created on first use; a saved post is
 * removed from every folder. If the post stops being public during the request, nothing changes.
 */
export async function toggleFavorite(db: Database, viewer: Viewer, postId: number, language: Language, now: Date) {
  const at = now.toISOString()
  const isThere = sql`EXISTS (${publicPostOf(postId)})`
  const isSaved = isSavedBy(viewer.uid, postId)
  const [, , , folders, [post]] = await db.batch([
    sql`INSERT INTO folders (user_id, name, is_default, created_at)
        SELECT ${viewer.uid}, ${DEFAULT_NAMES[language]}, 1, ${at} WHERE ${isThere} AND NOT ${isSaved}
        ON CONFLICT (user_id) WHERE is_default = 1 DO NOTHING`,
    sql`DELETE FROM folder_items WHERE user_id = ${viewer.uid} AND post_id = ${postId} AND ${isThere}`,
    sql`INSERT INTO folder_items (folder_id, post_id, user_id, created_at)
        SELECT id, ${postId}, user_id, ${at} FROM folders
        WHERE user_id = ${viewer.uid} AND is_default = 1 AND changes() = 0 AND ${isThere}`,
    foldersWith(viewer.uid, postId),
    sql<{ favorites_count: number }>`SELECT favorites_count FROM posts WHERE id = ${postId} AND ${isThere}`,
  ])
  if (!post) throw new AppError('not_found')
  return { ...asFolderStatus(folders), favorites_count: post.favorites_count }
}

export function foldersWith(uid: number, postId: number): Statement<{ folder_id: number }> {
  return sql`SELECT folder_id FROM folder_items WHERE user_id = ${uid} AND post_id = ${postId} ORDER BY folder_id`
}

export function asFolderStatus(rows: { folder_id: number }[]): FolderStatus {
  return { favorited: rows.length > 0, folder_ids: rows.map(({ folder_id }) => folder_id) }
}
