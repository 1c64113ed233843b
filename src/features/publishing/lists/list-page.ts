import { sql } from 'drizzle-orm'
import { type Database, type Group, group, one, type Statement } from '#db/client.ts'
import type { UserRef } from '#features/core/people/shapes.ts'
import { asUserRef, type PublicColumns } from '#features/core/people/user-ref.ts'
import { type ListQuery, listOf, postsPage } from '#features/publishing/lists/list.ts'
import { pinnedRows } from '#features/publishing/lists/pinned.ts'
import { asListedPost, type ListedPost, type ListedRow, listedColumns } from '#features/publishing/posts/post.ts'
import type { DescribedTag } from '#features/publishing/posts/shapes.ts'
import { tagNamed } from '#features/publishing/tags/tag-description.ts'
import type { Language } from '#kernel/i18n.ts'
import type { Page, PageRequest } from '#kernel/paging.ts'

/** Hot posts shown beside a list. The home page selects from more. */
export const HOT_POSTS = 5
const HOT_READ = 8
const POPULAR_TAGS = 10

export type HotPost = Pick<ListedRow, 'id' | 'title' | 'likes_count' | 'comments_count'>

export interface PopularTag {
  name: string
  posts_count: number
}

export interface SideContent {
  hot: ListedRow[]
  tags: PopularTag[]
  /** Posts that the owner pinned to the home page. */
  pinned: ListedRow[]
}

export const sideContent: Group<SideContent> = group(
  {
    hot: listOf(listedColumns, { sort: 'hot' }, { limit: HOT_READ, after: null }),
    tags: sql<PopularTag>`
      SELECT name, posts_count FROM tags WHERE posts_count > 0
      ORDER BY posts_count DESC, tag_key DESC LIMIT ${POPULAR_TAGS}`,
    pinned: pinnedRows,
  },
  (lists) => lists,
)

export interface ListPage extends SideContent {
  posts: Page<ListedPost>
  /** The tag or author that the list is limited to; null if it does not exist. */
  tag: DescribedTag | null
  author: UserRef | null
}

/**
 * Reads a page with a list of posts in one round trip. `known` is the cached side content, which is then not read again.
 * `listed` replaces the public list, for example by posts of followed authors.
 */
export async function listPage(
  db: Database,
  query: ListQuery,
  request: PageRequest,
  language: Language,
  known: SideContent | null,
  listed: Statement<ListedRow> = listOf(listedColumns, query, request),
): Promise<ListPage> {
  const { beside, ...list } = await db.read({
    posts: postsPage(listed, query, request, (row) => asListedPost(row, language)),
    beside: known ? null : sideContent,
    ...topicOf(query, language),
  })
  return { ...list, ...(known ?? beside ?? { hot: [], tags: [], pinned: [] }) }
}

/** The tag and author that a list is limited to; null if the list is not limited or they do not exist. */
export function topicOf({ tag, author }: Pick<ListQuery, 'tag' | 'author'>, language: Language) {
  return {
    tag: tag === undefined ? null : one(tagNamed(tag)),
    author: author === undefined ? null : userWith(author, language),
  }
}

function userWith(uid: number, language: Language): Group<UserRef | null> {
  const user = sql<PublicColumns>`
    SELECT uid, username, avatar_key, exp, status FROM users WHERE uid = ${uid} AND status <> 'deleted'`
  return group({ user: one(user) }, ({ user }) => user && asUserRef(user, language))
}
