import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Database } from '#db/client.ts'
import type { FolderRow } from '#db/schema/favorites.ts'
import { asFolder, type Folder } from '#features/favorites/folders.ts'
import type { SavedPostShape } from '#features/favorites/shapes.ts'
import { asUserRef, type PublicColumns } from '#features/people/person.ts'
import type { UserRef } from '#features/people/shapes.ts'
import type { Viewer } from '#features/people/viewer.ts'
import { asPostCard, type CardRow, cardColumns } from '#features/posts/post.ts'
import { isPublic, publicPost } from '#features/posts/visibility.ts'
import { AppError } from '#kernel/errors.ts'
import type { Language } from '#kernel/i18n.ts'
import { type Page, type PageRequest, pageOf } from '#kernel/paging.ts'

export type SavedPost = z.infer<typeof SavedPostShape>

/** Puts a public post into one's folder; that it is there already is fine. */
export async function addToFolder(db: Database, viewer: Viewer, folderId: number, postId: number, now: Date) {
  await publicPost(db, postId)
  const [, [item]] = await db.batch([
    sql`INSERT INTO folder_items (folder_id, post_id, user_id, created_at)
        SELECT id, ${postId}, user_id, ${now.toISOString()} FROM folders WHERE id = ${folderId} AND user_id = ${viewer.uid}
        ON CONFLICT DO NOTHING`,
    sql`SELECT 1 FROM folder_items WHERE folder_id = ${folderId} AND post_id = ${postId} AND user_id = ${viewer.uid}`,
  ])
  if (item === undefined) throw new AppError('not_found')
}

export async function removeFromFolder(db: Database, viewer: Viewer, folderId: number, postId: number): Promise<void> {
  const [[folder]] = await db.batch([
    sql`SELECT 1 FROM folders WHERE id = ${folderId} AND user_id = ${viewer.uid}`,
    sql`DELETE FROM folder_items WHERE folder_id = ${folderId} AND post_id = ${postId} AND user_id = ${viewer.uid}`,
  ])
  if (folder === undefined) throw new AppError('not_found')
}

export interface FolderContents extends Page<SavedPost> {
  folder: Folder
  owner: UserRef
}

/** A private folder is not there for others. Posts that are no longer public are left out. */
export async function folderContents(
  db: Database,
  viewer: Viewer | null,
  folderId: number,
  request: PageRequest,
  language: Language,
): Promise<FolderContents> {
  const { after, limit } = request
  const [[row], posts] = await db.batch([
    sql<FolderRow & Omit<PublicColumns, 'uid'>>`
      SELECT f.*, u.username, u.avatar_key, u.exp, u.status FROM folders f JOIN users u ON u.uid = f.user_id
      WHERE f.id = ${folderId} AND (f.public = 1 OR f.user_id = ${viewer?.uid ?? 0})`,
    sql<CardRow & { saved_at: string }>`
      SELECT ${cardColumns}, i.created_at AS saved_at
      FROM folder_items i CROSS JOIN posts p ON p.id = i.post_id JOIN users u ON u.uid = p.author_id
      WHERE i.folder_id = ${folderId} AND ${isPublic}
        ${after === null ? sql`` : sql`AND (i.created_at, i.post_id) < (${after[0]}, ${after[1]})`}
      ORDER BY i.created_at DESC, i.post_id DESC
      LIMIT ${limit + 1}`,
  ])
  const folder = asFolder(row)
  const page = pageOf(
    posts,
    request,
    (post) => [post.saved_at, post.id],
    (post) => ({ ...asPostCard(post, language), saved_at: post.saved_at }),
  )
  return {
    ...page,
    folder,
    owner: asUserRef({ ...(row as FolderRow & PublicColumns), uid: row?.user_id ?? 0 }, language),
  }
}
