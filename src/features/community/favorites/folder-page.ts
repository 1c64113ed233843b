import type { Database } from '#db/client.ts'
import { asFolder, type Folder, type OwnedFolderRow, readableFolder } from '#features/community/favorites/folders.ts'
import { type Saved, savedIn, savedPage } from '#features/community/favorites/items.ts'
import type { UserRef } from '#features/core/people/shapes.ts'
import { asUserRef } from '#features/core/people/user-ref.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { asFeedPost, FEED_LENGTH, type FeedPost, type FeedRow, feedColumns } from '#features/publishing/lists/feed.ts'
import { asListedPost, type ListedPost } from '#features/publishing/posts/post.ts'
import { shownName } from '#kernel/default-folder.ts'
import type { Language } from '#kernel/i18n.ts'
import type { Page, PageRequest } from '#kernel/paging.ts'

export interface OpenFolder {
  folder: Folder
  owner: UserRef
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
export async function folderFeed(db: Database, id: number, language: Language): Promise<FolderFeed> {
  const newest = savedIn(id, feedColumns, { limit: FEED_LENGTH - 1, after: null })
  const { row, rows } = await db.read({ row: readableFolder(null, id), rows: newest })
  const posts = rows.map((saved) => asSavedEntry(saved, language))
  return { folder: shownFolder(row, null, language), owner: ownerOf(row, language), posts }
}

/** The entry's date is the date of saving, so an old post that was saved today appears as new. */
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
