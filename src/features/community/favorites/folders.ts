import { and, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import {
  behind,
  type Database,
  found,
  type Group,
  group,
  pageGroup,
  type Statement,
} from '#db/client.ts'
import { nameTheLimit } from '#db/refusals.ts'
import type { FolderRow } from '#db/schema/community.ts'
import { unlessBlocked } from '#features/core/blocks/block.ts'
import { asUserRef, type PublicColumns, type UserRef } from '#features/core/people/user-ref.ts'
import {
  isSilencedUser,
  requireVoice,
  type Viewer,
  type ViewerId,
} from '#features/core/people/viewer.ts'
import { currentWords, refuseWordsIn } from '#features/core/site/blocked-words.ts'
import {
  asFeedPost,
  FEED_LENGTH,
  type FeedPost,
  type FeedRow,
  feedColumns,
} from '#features/publishing/lists/feed.ts'
import {
  asListedPost,
  asPostCard,
  type CardRow,
  type Columns,
  cardColumns,
  isPublic,
  type ListedPost,
  PostCardShape,
  publicPostOf,
  visiblePost,
} from '#features/publishing/posts/post.ts'
import { DEFAULT_NAMES, shownName } from '#kernel/default-folder.ts'
import { AppError } from '#kernel/errors.ts'
import { line } from '#kernel/fields.ts'
import type { Language } from '#kernel/i18n.ts'
import { cursorBy, type Page, type PageRequest } from '#kernel/paging.ts'
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

export const SavedPostShape = z
  .object({ ...PostCardShape.shape, saved_at: z.iso.datetime() })
  .meta({ id: 'SavedPost' })

export const FolderStatusShape = z
  .object({ favorited: z.boolean(), folder_ids: z.array(z.int()) })
  .meta({ id: 'FolderStatus' })

type FolderStatus = z.infer<typeof FolderStatusShape>

export const FavoriteShape = z
  .object({ ...FolderStatusShape.shape, favorites_count: z.int() })
  .meta({ id: 'Favorite' })

/** The maximum number of folders per user. The trigger folders_hundred_at_most enforces it. */
export const FOLDERS_MAX = 100
export const FOLDER_NAME_MAX = 30
/**
 * The maximum number of posts in all folders of a user together; a post counts in each folder. The
 * trigger folder_items_are_limited enforces it.
 */
export const SAVED_POSTS_MAX = 50_000

export type Folder = z.infer<typeof FolderShape>

export const FolderInput = z.object({
  name: line({ min: 1, max: FOLDER_NAME_MAX }),
  public: z.boolean().optional(),
})
type FolderInput = z.output<typeof FolderInput>

/**
 * All folders of a user, the default folder first. There are at most a hundred, so the list has one
 * page.
 */
export function foldersOf(uid: number, { onlyPublic = false } = {}): Group<Folder[]> {
  const rows = sql<FolderRow>`
    SELECT * FROM folders WHERE ${and(sql`user_id = ${uid}`, onlyPublic ? sql`public = 1` : undefined)}
    ORDER BY is_default DESC, id`
  return group({ rows }, ({ rows }) =>
    rows.map((row) => asFolder(row, onlyPublic ? null : { uid })),
  )
}

type OwnedFolderRow = FolderRow & Omit<PublicColumns, 'uid'>

/**
 * A folder that the viewer may read: everyone reads public folders, and only the owner reads
 * private ones. Other folders are `not_found`.
 */
function readableFolder(viewer: Viewer | null, id: number): Group<OwnedFolderRow> {
  return found(sql<OwnedFolderRow>`
    SELECT f.*, u.username, u.avatar_key, u.exp, u.status FROM folders f JOIN users u ON u.uid = f.user_id
    WHERE f.id = ${id} AND (f.public = 1 OR f.user_id = ${viewer?.uid ?? 0})`)
}

/** The trigger folders_hundred_at_most refuses the 101st folder, but never the default folder. */
export async function createFolder(
  db: Database,
  viewer: Viewer,
  input: FolderInput,
  now: Date,
): Promise<Folder> {
  if (input.public) requireVoice(viewer, now)
  if (!isAdmin(viewer)) refuseWordsIn(input.name, await db.read(currentWords(now)))
  const rows = db.all(sql<FolderRow>`
    INSERT INTO folders (user_id, name, public, created_at)
    VALUES (${viewer.uid}, ${input.name}, ${input.public ? 1 : 0}, ${now.toISOString()})
    RETURNING *`)
  const [row] = await rows.catch(nameTheLimit('name', 'too_many_folders', FOLDERS_MAX))
  return asFolder(row, viewer)
}

/** Changes the name or the privacy of the viewer's own folder. Values that are undefined stay. */
export async function updateFolder(
  db: Database,
  viewer: Viewer,
  id: number,
  input: { [Name in keyof FolderInput]?: FolderInput[Name] | undefined },
  now: Date,
): Promise<Folder> {
  if (input.public !== false) requireVoice(viewer, now)
  if (input.name !== undefined && !isAdmin(viewer))
    refuseWordsIn(input.name, await db.read(currentWords(now)))
  const isPublic = input.public === undefined ? null : Number(input.public)
  const [row] = await db.all(sql<FolderRow>`
    UPDATE folders SET name = COALESCE(${input.name ?? null}, name), public = COALESCE(${isPublic}, public)
    WHERE id = ${id} AND user_id = ${viewer.uid}
    RETURNING *`)
  return asFolder(row, viewer)
}

/**
 * Deletes the viewer's own folder. The trigger folders_default_stays refuses to delete the default
 * folder. The trigger folders_empty_first removes the posts from it first, and unsaves those that
 * were in no other folder.
 */
export async function deleteFolder(db: Database, viewer: ViewerId, id: number): Promise<void> {
  await db.read(
    found(sql`DELETE FROM folders WHERE id = ${id} AND user_id = ${viewer.uid} RETURNING id`),
  )
}

/**
 * Only the owner's number of items includes posts that are no longer public. The triggers
 * folder_items_hidden_new, folder_items_hidden_gone and posts_hide_in_folders maintain the number
 * of these posts.
 */
function asFolder(row: FolderRow | undefined, viewer: { uid: number } | null): Folder {
  if (row === undefined) throw new AppError('not_found')
  const { id, name, created_at } = row
  const items_count =
    row.user_id === viewer?.uid ? row.items_count : row.items_count - row.hidden_items_count
  return {
    id,
    name,
    public: row.public === 1,
    is_default: row.is_default === 1,
    items_count,
    created_at,
  }
}

export const folderPath = (id: number) => `/folders/${id}`

export const folderFeedPath = (id: number) => `/folders/${id}/feed.xml`

/**
 * Adds a public post to the viewer's folder. Adding it twice is no error. Returns all folders that
 * contain the post. The triggers folder_items_count_* and favorites_count_* count items and users.
 */
export async function addToFolder(
  db: Database,
  viewer: ViewerId,
  folderId: number,
  postId: number,
  now: Date,
): Promise<FolderStatus> {
  const isMuted = mutesFolder(viewer, now)
  const [[muted], , folders, [post]] = await db.batch([
    sql`SELECT 1 FROM folders WHERE id = ${folderId} AND user_id = ${viewer.uid} AND ${isMuted}`,
    sql`INSERT INTO folder_items (folder_id, post_id, user_id, created_at)
        SELECT id, ${postId}, user_id, ${now.toISOString()} FROM folders
        WHERE id = ${folderId} AND user_id = ${viewer.uid} AND NOT ${isMuted} AND EXISTS (${publicPostOf(postId)})
        ON CONFLICT DO NOTHING`,
    foldersWith(viewer.uid, postId),
    publicPostOf(postId),
  ])
  if (muted) throw new AppError('silenced')
  const status = asFolderStatus(folders)
  if (!post || !status.folder_ids.includes(folderId)) throw new AppError('not_found')
  return status
}

/**
 * A condition on a folder: the viewer is silenced and the folder is public, so the viewer cannot
 * add to it.
 */
function mutesFolder(viewer: ViewerId, now: Date): SQL {
  return sql`(public = 1 AND ${isSilencedUser(viewer.uid, now)})`
}

/** Removes a post from the viewer's folder. Removing a post that is not in it is no error. */
export async function removeFromFolder(
  db: Database,
  viewer: ViewerId,
  folderId: number,
  postId: number,
): Promise<void> {
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
): Promise<Page<z.infer<typeof SavedPostShape>>> {
  const { posts } = await db.read({
    folder: readableFolder(viewer, folderId),
    posts: savedPage(folderId, request, viewer, (row) => ({
      ...asPostCard(row, viewer, language),
      saved_at: row.saved_at,
    })),
  })
  return posts
}

type Saved<Row> = Row & { saved_at: string }

function savedPage<Item>(
  folderId: number,
  request: PageRequest,
  viewer: Viewer | null,
  asItem: (row: Saved<CardRow>) => Item,
): Group<Page<Item>> {
  return pageGroup(
    ['folder', folderId],
    request,
    savedIn(folderId, cardColumns, request, viewer),
    cursorBy('saved_at', 'id'),
    asItem,
  )
}

/**
 * The posts of a folder, last saved first. Posts that are no longer public are left out, and posts
 * by users that the viewer blocks, unless the viewer saved them.
 */
function savedIn<Row>(
  folderId: number,
  columns: Columns<Row>,
  request: PageRequest,
  viewer: Viewer | null = null,
): Statement<Saved<Row>> {
  const wanted = unlessBlocked(viewer, sql`p.author_id`)
  const shown = wanted && sql`(i.user_id = ${viewer?.uid ?? 0} OR ${wanted})`
  return sql<Saved<Row>>`
    SELECT ${columns}, i.created_at AS saved_at
    FROM folder_items i CROSS JOIN posts p ON p.id = i.post_id JOIN users u ON u.uid = p.author_id
    WHERE ${and(sql`i.folder_id = ${folderId}`, isPublic, shown, behind(request, sql`i.created_at`, sql`i.post_id`))}
    ORDER BY i.created_at DESC, i.post_id DESC
    LIMIT ${request.limit + 1}`
}

/** The viewer's folders that contain a post; none for an anonymous viewer. */
export async function folderStatus(
  db: Database,
  viewer: Viewer | null,
  postId: number,
): Promise<FolderStatus> {
  await visiblePost(db, viewer, postId)
  if (viewer === null) return { favorited: false, folder_ids: [] }
  return asFolderStatus(await db.all(foldersWith(viewer.uid, postId)))
}

export function isSavedBy(uid: number | Statement, postId: number): SQL {
  return sql`EXISTS (SELECT 1 FROM folder_items WHERE user_id = ${uid} AND post_id = ${postId})`
}

/**
 * Toggles a favourite. A post that is not saved goes into the default folder, which is created on
 * first use. A saved post is removed from every folder. If the post stops being public during the
 * request, nothing changes.
 */
export async function toggleFavorite(
  db: Database,
  viewer: ViewerId,
  postId: number,
  language: Language,
  now: Date,
): Promise<z.infer<typeof FavoriteShape>> {
  const at = now.toISOString()
  const isThere = sql`EXISTS (${publicPostOf(postId)})`
  const isSaved = isSavedBy(viewer.uid, postId)
  const isMuted = mutesFolder(viewer, now)
  const [[muted], , , , folders, [post]] = await db.batch([
    sql`SELECT 1 FROM folders WHERE user_id = ${viewer.uid} AND is_default = 1 AND NOT ${isSaved} AND ${isMuted}`,
    sql`INSERT INTO folders (user_id, name, is_default, created_at)
        SELECT ${viewer.uid}, ${DEFAULT_NAMES[language]}, 1, ${at} WHERE ${isThere} AND NOT ${isSaved}
        ON CONFLICT (user_id) WHERE is_default = 1 DO NOTHING`,
    sql`DELETE FROM folder_items WHERE user_id = ${viewer.uid} AND post_id = ${postId} AND ${isThere}`,
    sql`INSERT INTO folder_items (folder_id, post_id, user_id, created_at)
        SELECT id, ${postId}, user_id, ${at} FROM folders
        WHERE user_id = ${viewer.uid} AND is_default = 1 AND changes() = 0 AND NOT ${isMuted} AND ${isThere}`,
    foldersWith(viewer.uid, postId),
    sql<{
      favorites_count: number
    }>`SELECT favorites_count FROM posts WHERE id = ${postId} AND ${isThere}`,
  ])
  if (muted) throw new AppError('silenced')
  if (!post) throw new AppError('not_found')
  return { ...asFolderStatus(folders), favorites_count: post.favorites_count }
}

function foldersWith(uid: number, postId: number): Statement<{ folder_id: number }> {
  return sql`SELECT folder_id FROM folder_items WHERE user_id = ${uid} AND post_id = ${postId} ORDER BY folder_id`
}

function asFolderStatus(rows: { folder_id: number }[]): FolderStatus {
  return { favorited: rows.length > 0, folder_ids: rows.map(({ folder_id }) => folder_id) }
}

export interface OpenFolder {
  folder: Folder
  owner: UserRef
  /** The viewer is the owner. */
  isOwn: boolean
  posts: Page<ListedPost>
}

/** A folder and its page, in one round trip. A private folder is `not_found` for other users. */
export async function openFolder(
  db: Database,
  viewer: Viewer | null,
  id: number,
  request: PageRequest,
  language: Language,
): Promise<OpenFolder> {
  const { row, posts } = await db.read({
    row: readableFolder(viewer, id),
    posts: savedPage(id, request, viewer, (saved) => asListedPost(saved, language)),
  })
  const folder = shownFolder(row, viewer, language)
  return { folder, owner: ownerOf(row, language), isOwn: row.user_id === viewer?.uid, posts }
}

interface FolderFeed {
  folder: Folder
  owner: UserRef
  posts: FeedPost[]
}

/** Feed readers do not sign in, so only a public folder has a feed. */
export async function folderFeed(
  db: Database,
  id: number,
  language: Language,
): Promise<FolderFeed> {
  const newest = savedIn(id, feedColumns, { limit: FEED_LENGTH - 1, after: null })
  const { row, rows } = await db.read({ row: readableFolder(null, id), rows: newest })
  const posts = rows.map((saved) => asSavedEntry(saved, language))
  return { folder: shownFolder(row, null, language), owner: ownerOf(row, language), posts }
}

/**
 * The date of an entry is the date of saving, so that an old post that was saved today appears as
 * new.
 */
function asSavedEntry(row: Saved<FeedRow>, language: Language): FeedPost {
  const post = asFeedPost(row, language)
  const changed = post.edited_at ?? post.published_at
  return { ...post, edited_at: row.saved_at > changed ? row.saved_at : changed }
}

function shownFolder(row: OwnedFolderRow, viewer: Viewer | null, language: Language): Folder {
  const folder = asFolder(row, viewer)
  return { ...folder, name: shownName(folder, language) }
}

function ownerOf({ user_id, ...user }: OwnedFolderRow, language: Language): UserRef {
  return asUserRef({ ...user, uid: user_id }, language)
}
