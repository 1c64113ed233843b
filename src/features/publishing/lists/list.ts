/**
 * Lists of posts. A list walks one index from the cursor, named with `INDEXED BY`. The language is
 * the first column of the indexes of all posts and of a tag: a list in one language is two ranges
 * (that language and none), and a list of all posts merges three.
 */

import { and, type SQL, sql } from 'drizzle-orm'
import {
  behind,
  type Database,
  equals,
  type Group,
  group,
  one,
  pageGroup,
  type Statement,
} from '#db/client.ts'
import { unlessBlocked } from '#features/core/blocks/block.ts'
import { asUserRef, type PublicColumns, type UserRef } from '#features/core/people/user-ref.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { unlessMadeByAi } from '#features/publishing/posts/ai.ts'
import {
  LISTED_LANGUAGES,
  listedWith,
  type PostLanguage,
} from '#features/publishing/posts/language.ts'
import {
  asPostCard,
  type Columns,
  cardColumns,
  isPublic,
  type ListedRow,
  type PostCard,
  type PostFilters,
} from '#features/publishing/posts/post.ts'
import type { DescribedTag } from '#features/publishing/tags/tags.ts'
import { replacedBy, tagNamed } from '#features/publishing/tags/tags.ts'
import type { Language } from '#kernel/i18n.ts'
import type { ListKey, Page, PageRequest } from '#kernel/paging.ts'
import { tagKey } from '#kernel/post-limits.ts'

export type Sort = 'new' | 'hot'

export interface ListQuery extends PostFilters {
  /**
   * `new` is by publication here; the list of an author is by first publication, also at another
   * site.
   */
  sort: Sort
  /**
   * Posts by users that the viewer blocks are left out, and posts made by AI if the viewer hides
   * them.
   */
  viewer?: Pick<Viewer, 'uid' | 'role' | 'blocked_ids' | 'hides_ai'> | null
}

/**
 * The public list. Each combination of filters reads one index, starting at the cursor. If the tag
 * was renamed or merged, `movedTo` is the name of the tag that replaced it.
 */
export async function listPosts(
  db: Database,
  query: ListQuery,
  request: PageRequest,
  language: Language,
): Promise<{ page: Page<PostCard>; movedTo: string | null }> {
  const listed = listOf(cardColumns, query, request)
  const { page, tag } = await db.read({
    page: postsPage(listed, query, request, (row) =>
      asPostCard(row, query.viewer ?? null, language),
    ),
    tag: query.tag === undefined ? null : one(tagNamed(query.tag)),
  })
  return { page, movedTo: query.tag === undefined ? null : replacedBy(query.tag, tag) }
}

/**
 * A page of a list in this order. `listed` must have one row more than the page, and `asItem`
 * converts each row of the page.
 */
export function postsPage<Row extends ListedRow, Item>(
  listed: Statement<Row>,
  query: Listed,
  request: PageRequest,
  asItem: (row: Row) => Item,
): Group<Page<Item>> {
  const key = SORT_KEYS[query.sort]
  const sortKey = (row: Row) => (query.sort === 'new' ? row.listed_at : null) ?? row[key] ?? ''
  return pageGroup(postsKey(query), request, listed, (row) => [sortKey(row), row.id], asItem)
}

type Listed = Pick<ListQuery, 'sort' | 'tag' | 'author' | 'language'> & {
  q?: string
  time?: string | undefined
}

/**
 * The key of a list, to which its cursors belong. It has only the filters that are used: cursors of
 * version 1.0.0 stay valid, and the bench can compare older commits.
 */
export function postsKey({ sort, tag, author, q, language, time }: Listed): ListKey {
  return [
    'posts',
    sort,
    tag && tagKey(tag),
    author,
    q,
    ...[language, time].filter((filter) => filter !== undefined),
  ]
}

export function listOf<Row>(
  columns: Columns<Row>,
  query: ListQuery,
  request: PageRequest,
): Statement<Row> {
  const { sort, tag, author } = query
  if (tag === undefined) return plainList(columns, query, request)
  if (author === undefined) return tagList(columns, { ...query, tag }, request)
  return sql`
    SELECT ${columns}
    FROM post_tags t INDEXED BY ${sql.raw(`post_tags_of_author_${sort}`)} CROSS JOIN posts p ON p.id = t.post_id
      CROSS JOIN users u ON u.uid = p.author_id
    WHERE ${and(equals(sql`t.author_id`, author), inTag({ ...query, tag }, request))}
    ORDER BY ${sql.raw(`t.${SORT_KEYS[sort]} DESC, t.post_id DESC`)}
    LIMIT ${request.limit + 1}`
}

/**
 * The posts of one author are one range of an index. The posts of all authors are one range per
 * language, merged per page. The ranges select whole rows: selecting ids first would read each row
 * twice.
 */
function plainList<Row>(
  columns: Columns<Row>,
  { sort, author, language, viewer = null }: ListQuery,
  request: PageRequest,
): Statement<Row> {
  const isByDate = author !== undefined && sort === 'new'
  const key = sql.raw(isByDate ? 'listed_at' : SORT_KEYS[sort])
  const date = isByDate ? sql`, p.listed_at, p.first_published_at` : sql``
  // The index is named, because otherwise the planner takes the index by status and sorts every
  // post of the site.
  const index = sql.raw(author === undefined ? `posts_${sort}` : `posts_of_author_${sort}`)
  const ranges = author === undefined ? rangesOf(language, 'p') : [sql`p.author_id = ${author}`]
  const posts = ranges.map(
    (range) => sql`
      SELECT ${columns}${date} FROM posts p INDEXED BY ${index} CROSS JOIN users u ON u.uid = p.author_id
      WHERE ${and(isPublic, range, unlessUnwanted(viewer, sql`p.author_id`, sql`p.id`), behind(request, sql`p.${key}`, sql`p.id`))}`,
  )
  return sql`${sql.join(posts, sql` UNION ALL `)} ORDER BY ${key} DESC, id DESC LIMIT ${request.limit + 1}`
}

/** The index is ordered within each language, so the query merges one range per language. */
function tagList<Row>(
  columns: Columns<Row>,
  query: TagQuery,
  request: PageRequest,
): Statement<Row> {
  const key = sql.raw(SORT_KEYS[query.sort])
  const ofLanguages = rangesOf(query.language, 't').map(
    (range) => sql`
      SELECT t.${key}, t.post_id FROM post_tags t ${sql.raw(TAG_INDEXES[query.sort])}
      WHERE ${and(inTag(query, request), range)}`,
  )
  return sql`
    SELECT ${columns} FROM (
      ${sql.join(ofLanguages, sql` UNION ALL `)} ORDER BY ${key} DESC, post_id DESC LIMIT ${request.limit + 1}
    ) t CROSS JOIN posts p ON p.id = t.post_id CROSS JOIN users u ON u.uid = p.author_id
    ORDER BY t.${key} DESC, t.post_id DESC`
}

type TagQuery = ListQuery & { tag: string }

function inTag({ sort, tag, viewer = null }: TagQuery, request: PageRequest): SQL | undefined {
  return and(
    sql`t.tag_key = ${tagKey(tag)}`,
    unlessUnwanted(viewer, sql`t.author_id`, sql`t.post_id`),
    behind(request, sql.raw(`t.${SORT_KEYS[sort]}`), sql`t.post_id`),
  )
}

function unlessUnwanted(
  viewer: NonNullable<ListQuery['viewer']> | null,
  author: SQL,
  post: SQL,
): SQL | undefined {
  return and(unlessBlocked(viewer, author), unlessMadeByAi(viewer, post))
}

function rangesOf(language: PostLanguage | undefined, table: 'p' | 't'): SQL[] {
  const listed = language ? listedWith(language) : LISTED_LANGUAGES
  return listed.map((one) => sql`${sql.raw(table)}.language = ${one}`)
}

/** The primary key of post_tags is already ordered by publication time. */
const TAG_INDEXES = { new: 'NOT INDEXED', hot: 'INDEXED BY post_tags_hot' } as const

const SORT_KEYS = { new: 'published_at', hot: 'hot' } as const

/** The best posts of a tag of all time. The index contains only posts with a score. */
export function bestOfTag(tag: string, viewer: ListQuery['viewer'] = null): Statement<BestPost> {
  const published = sql.raw(`CAST(strftime('%s', published_at) AS INTEGER)`)
  return sql`
    SELECT p.id, p.title, p.likes_count FROM (
      SELECT post_id, hot - ${published} AS score FROM post_tags INDEXED BY post_tags_best
      WHERE ${and(sql`tag_key = ${tagKey(tag)} AND hot > ${published}`, unlessBlocked(viewer, sql`author_id`))}
      ORDER BY hot - ${published} DESC, post_id DESC LIMIT ${BEST_SHOWN}
    ) best CROSS JOIN posts p ON p.id = best.post_id
    ORDER BY best.score DESC, p.id DESC`
}

export type BestPost = Pick<ListedRow, 'id' | 'title' | 'likes_count'>
const BEST_SHOWN = 5

/** A type and not an interface, because `db.read` takes any names. */
type TopicGroups = {
  tag: Group<DescribedTag | null> | null
  author: Group<UserRef | null> | null
}

/**
 * The tag and the author that a list is limited to, as parts of a larger read. Each is null if the
 * list is not limited to one, or if it does not exist.
 */
export function topicOf(
  { tag, author }: Pick<ListQuery, 'tag' | 'author'>,
  language: Language,
): TopicGroups {
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
