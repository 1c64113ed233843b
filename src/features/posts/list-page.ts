import { sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import { type Group, group, one } from '#db/group.ts'
import type { UserRef } from '#features/people/shapes.ts'
import { asUserRef, type PublicColumns } from '#features/people/user-ref.ts'
import { type ListQuery, listOf, postsPage } from '#features/posts/list.ts'
import { asPostCard, type CardRow, cardColumns } from '#features/posts/post.ts'
import type { PostCard } from '#features/posts/shapes.ts'
import { tagKey } from '#features/posts/tags.ts'
import { isPublic } from '#features/posts/visibility.ts'
import type { Language } from '#kernel/i18n.ts'
import type { Page, PageRequest } from '#kernel/paging.ts'

const HOT_POSTS = 5
const POPULAR_TAGS = 10

/** A post as pages list it: they also say how long it takes to read. */
export type ListedPost = PostCard & { reading_minutes: number }

export interface HotPost {
  id: number
  title: string
  likes_count: number
  comments_count: number
}

export interface PopularTag {
  name: string
  posts_count: number
}

export interface ListPage {
  posts: Page<ListedPost>
  /** The tag or author that the list is limited to; null if there is no such tag or user. */
  tag: PopularTag | null
  author: UserRef | null
  hot: HotPost[]
  tags: PopularTag[]
}

/**
 * Everything that a page with a list of posts shows, in one round trip. `listed` replaces the public list, such as by
 * the feed of followed authors.
 */
export async function listPage(
  db: Database,
  query: ListQuery,
  request: PageRequest,
  language: Language,
  listed: Statement<CardRow> = listOf(cardColumns, query, request),
): Promise<ListPage> {
  const isHotList = query.sort === 'hot' && query.tag === undefined && query.author === undefined
  return db.read({
    posts: postsPage(listed, query.sort, request, (row) => asListedPost(row, language)),
    // A page that lists the hot posts needs no second list of them beside it.
    hot: hotPosts(isHotList ? 0 : HOT_POSTS),
    tags: popularTags(POPULAR_TAGS),
    ...topicOf(query, language),
  })
}

/**
 * The tag and the author that a list is limited to; null where it is not limited, or where there is no such tag or
 * user.
 */
export function topicOf({ tag, author }: Pick<ListQuery, 'tag' | 'author'>, language: Language) {
  return {
    tag: tag === undefined ? null : one(tagNamed(tag)),
    author: author === undefined ? null : userWith(author, language),
  }
}

export function asListedPost(row: CardRow, language: Language): ListedPost {
  return { ...asPostCard(row, language), reading_minutes: row.reading_minutes }
}

function hotPosts(limit: number): Statement<HotPost> {
  return sql`
    SELECT p.id, p.title, p.likes_count, p.comments_count FROM posts p INDEXED BY posts_hot
    WHERE ${isPublic} ORDER BY p.hot DESC, p.id DESC LIMIT ${limit}`
}

function popularTags(limit: number): Statement<PopularTag> {
  return sql`
    SELECT name, posts_count FROM tags WHERE posts_count > 0 ORDER BY posts_count DESC, tag_key DESC LIMIT ${limit}`
}

function tagNamed(name: string): Statement<PopularTag> {
  return sql`SELECT name, posts_count FROM tags WHERE tag_key = ${tagKey(name)}`
}

function userWith(uid: number, language: Language): Group<UserRef | null> {
  const user = sql<PublicColumns>`
    SELECT uid, username, avatar_key, exp, status FROM users WHERE uid = ${uid} AND status <> 'deleted'`
  return group({ user: one(user) }, ({ user }) => user && asUserRef(user, language))
}
