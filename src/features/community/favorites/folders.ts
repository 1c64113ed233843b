import { and, sql } from 'drizzle-orm'
import * as z from 'zod'
import { type Database, found, type Group, group } from '#db/client.ts'
import { nameTheLimit } from '#db/refusals.ts'
import type { FolderRow } from '#db/schema/community.ts'
import { requireVoice } from '#features/core/people/silence.ts'
import type { PublicColumns } from '#features/core/people/user-ref.ts'
import type { Viewer, ViewerId } from '#features/core/people/viewer.ts'
import { currentWords, refuseWordsIn } from '#features/core/site/blocked-words.ts'
import { PostCardShape } from '#features/publishing/posts/post.ts'
import { AppError } from '#kernel/errors.ts'
import { isAdmin } from '#kernel/roles.ts'

export const FolderShape = z
  .object({
    id: z.int(),
    name: z.string(),
    public: z.boolean(),
    is_default: z.boolean(),
    items_count: z.int(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'Folder' })

export const SavedPostShape = z.object({ ...PostCardShape.shape, saved_at: z.iso.datetime() }).meta({ id: 'SavedPost' })

export const FolderStatusShape = z
  .object({ favorited: z.boolean(), folder_ids: z.array(z.int()) })
  .meta({ id: 'FolderStatus' })

export const FavoriteShape = z.object({ ...FolderStatusShape.shape, favorites_count: z.int() }).meta({ id: 'Favorite' })

/** The maximum number of folders per user, also enforced by the trigger folders_hundred_at_most. */
export const FOLDERS_MAX = 100
export const FOLDER_NAME_MAX = 30

export type Folder = z.infer<typeof FolderShape>

interface FolderInput {
  name: string
  public?: boolean | undefined
}

/** All folders of a user, the default one first. There are at most a hundred, so the list has one page. */
export function foldersOf(uid: number, { onlyPublic = false } = {}): Group<Folder[]> {
  const rows = sql<FolderRow>`
    SELECT * FROM folders WHERE ${and(sql`user_id = ${uid}`, onlyPublic ? sql`public = 1` : undefined)}
    ORDER BY is_default DESC, id`
  return group({ rows }, ({ rows }) => rows.map((row) => asFolder(row, onlyPublic ? null : { uid })))
}

export type OwnedFolderRow = FolderRow & Omit<PublicColumns, 'uid'>

/** Everyone can read public folders; only the owner can read private ones. */
export function readableFolder(viewer: Viewer | null, id: number): Group<OwnedFolderRow> {
  return found(sql<OwnedFolderRow>`
    SELECT f.*, u.username, u.avatar_key, u.exp, u.status FROM folders f JOIN users u ON u.uid = f.user_id
    WHERE f.id = ${id} AND (f.public = 1 OR f.user_id = ${viewer?.uid ?? 0})`)
}

/** The trigger folders_hundred_at_most refuses folder 101, but never the default folder. */
export async function createFolder(db: Database, viewer: Viewer, input: FolderInput, now: Date): Promise<Folder> {
  if (input.public) requireVoice(viewer, now)
  if (!isAdmin(viewer)) refuseWordsIn(input.name, await db.read(currentWords(now)))
  const rows = db.all(sql<FolderRow>`
    INSERT INTO folders (user_id, name, public, created_at)
    VALUES (${viewer.uid}, ${input.name}, ${input.public ? 1 : 0}, ${now.toISOString()})
    RETURNING *`)
  const [row] = await rows.catch(nameTheLimit('name', 'too_many_folders', FOLDERS_MAX))
  return asFolder(row, viewer)
}

interface FolderChanges {
  name?: string | undefined
  public?: boolean | undefined
}

export async function updateFolder(
  db: Database,
  viewer: Viewer,
  id: number,
  input: FolderChanges,
  now: Date,
): Promise<Folder> {
  if (input.public !== false) requireVoice(viewer, now)
  if (input.name !== undefined && !isAdmin(viewer)) refuseWordsIn(input.name, await db.read(currentWords(now)))
  const isPublic = input.public === undefined ? null : Number(input.public)
  const [row] = await db.all(sql<FolderRow>`
    UPDATE folders SET name = COALESCE(${input.name ?? null}, name), public = COALESCE(${isPublic}, public)
    WHERE id = ${id} AND user_id = ${viewer.uid}
    RETURNING *`)
  return asFolder(row, viewer)
}

/**
 * The trigger folders_default_stays refuses to delete the default folder. folders_empty_first unsaves posts that were
 * only in this folder.
 */
export async function deleteFolder(db: Database, viewer: ViewerId, id: number): Promise<void> {
  const deleted = await db.all(sql`DELETE FROM folders WHERE id = ${id} AND user_id = ${viewer.uid} RETURNING id`)
  if (deleted.length === 0) throw new AppError('not_found')
}

/**
 * Posts that are no longer public are counted for the owner only. The triggers folder_items_hidden_new,
 * folder_items_hidden_gone and posts_hide_in_folders maintain their number.
 */
export function asFolder(row: FolderRow | undefined, viewer: { uid: number } | null): Folder {
  if (row === undefined) throw new AppError('not_found')
  const { id, name, created_at } = row
  const items_count = row.user_id === viewer?.uid ? row.items_count : row.items_count - row.hidden_items_count
  return { id, name, public: row.public === 1, is_default: row.is_default === 1, items_count, created_at }
}

export const folderPath = (id: number) => `/folders/${id}`

export const folderFeedPath = (id: number) => `/folders/${id}/feed.xml`
