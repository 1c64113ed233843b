import { and, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { type Database, type Group, group, type Statement } from '#db/client.ts'
import { behind } from '#db/conditions.ts'
import { asFolderStatus, type FolderStatus, foldersWith } from '#features/community/favorites/favorite.ts'
import { readableFolder, type SavedPostShape } from '#features/community/favorites/folders.ts'
import { unlessBlocked } from '#features/core/blocks/touch.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { asPostCard, type CardRow, type Columns, cardColumns } from '#features/publishing/posts/post.ts'
import { isPublic, publicPostOf } from '#features/publishing/posts/visibility.ts'
import { AppError } from '#kernel/errors.ts'
import type { Language } from '#kernel/i18n.ts'
import { type Page, type PageRequest, pageOf } from '#kernel/paging.ts'

type SavedPost = z.infer<typeof SavedPostShape>

/**
 * Adds a public post to the viewer's folder; adding it twice is no error. Returns all folders that contain the post.
 * The triggers folder_items_count_* and favorites_count_* count items and users.
 */
export async function addToFolder(
  db: Database,
  viewer: Viewer,
  folderId: number,
  postId: number,
  now: Date,
): Promise<FolderStatus> {
  const [, folders, [post]] = await db.batch([
    sql`INSERT INTO folder_items (folder_id, post_id, user_id, created_at)
        SELECT id, ${postId}, user_id, ${now.toISOString()} FROM folders
        WHERE id = ${folderId} AND user_id = ${viewer.uid} AND EXISTS (${publicPostOf(postId)})
        ON CONFLICT DO NOTHING`,
    foldersWith(viewer.uid, postId),
    publicPostOf(postId),
  ])
  const status = asFolderStatus(folders)
  if (!post || !status.folder_ids.includes(folderId)) throw new AppError('not_found')
  return status
}

export async function removeFromFolder(db: Database, viewer: Viewer, folderId: number, postId: number): Promise<void> {
  const [[folder]] = await db.batch([
    sql`SELECT 1 FROM folders WHERE id = ${folderId} AND user_id = ${viewer.uid}`,
    sql`DELETE FROM folder_items WHERE folder_id = ${folderId} AND post_id = ${postId} AND user_id = ${viewer.uid}`,
  ])
  if (folder === undefined) throw new AppError('not_found')
}

/** The posts of a folder, for the API. A private folder is `not_found` for other users. */
export async function folderContents(
  db: Database,
  viewer: Viewer | null,
  folderId: number,
  request: PageRequest,
  language: Language,
): Promise<Page<SavedPost>> {
  const { posts } = await db.read({
    folder: readableFolder(viewer, folderId),
    posts: savedPage(folderId, request, viewer, (row) => ({
      ...asPostCard(row, viewer, language),
      saved_at: row.saved_at,
    })),
  })
  return posts
}

export type Saved<Row> = Row & { saved_at: string }

export function savedPage<Item>(
  folderId: number,
  request: PageRequest,
  viewer: Viewer | null,
  asItem: (row: Saved<CardRow>) => Item,
): Group<Page<Item>> {
  return group({ rows: savedIn(folderId, cardColumns, request, viewer) }, ({ rows }) =>
    pageOf(['folder', folderId], rows, request, (row) => [row.saved_at, row.id], asItem),
  )
}

/**
 * The posts of a folder, last saved first. Omits posts that are no longer public, and posts by users that the viewer
 * blocks unless the viewer saved them.
 */
export function savedIn<Row>(
  folderId: number,
  columns: Columns<Row>,
  request: PageRequest,
  viewer: Viewer | null = null,
): Statement<Saved<Row>> {
  const wanted = unlessBlocked(viewer, sql`p.author_id`)
  const shown = wanted && sql`(i.user_id = ${viewer?.uid ?? 0} OR ${wanted})`
  return sql`
    SELECT ${columns}, i.created_at AS saved_at
    FROM folder_items i CROSS JOIN posts p ON p.id = i.post_id JOIN users u ON u.uid = p.author_id
    WHERE ${and(sql`i.folder_id = ${folderId}`, isPublic, shown, behind(request, sql`i.created_at`, sql`i.post_id`))}
    ORDER BY i.created_at DESC, i.post_id DESC
    LIMIT ${request.limit + 1}`
}
