import { and, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { behind, type Database, equals, type Group, group, pageGroup, type Statement } from '#db/client.ts'
import type { PostStatus } from '#db/schema/publishing.ts'
import { imageUrl } from '#features/core/people/user-ref.ts'
import { ANY_ADMIN, asPostCard, PostCardShape, type ReviewRow, reviewColumns } from '#features/publishing/posts/post.ts'
import { idsOfAllStatuses } from '#features/publishing/posts/states.ts'
import { isNotHeld } from '#features/publishing/review/decide.ts'
import { cursorOf, merged, type Ranked } from '#features/publishing/search/fts/newest-matches.ts'
import { searchAllPosts } from '#features/publishing/search/fts/post-index.ts'
import type { Language } from '#kernel/i18n.ts'
import { type Cursor, type Page, type PageRequest, pageOf } from '#kernel/paging.ts'

export interface PostsQuery {
  status?: PostStatus | undefined
  /** Only posts with edits after approval that no admin has marked as seen. */
  edited?: boolean | undefined
  author?: number | undefined
  /** Without posts whose approval is held back. */
  undecided?: boolean | undefined
}

const moment = z.iso.datetime()

/** Fields of a post for admins only. */
export const reviewFields = {
  version: z.int(),
  reject_reason: z.string().nullable(),
  edited_at: moment.nullable(),
  edit_unseen_since: moment.nullable(),
}

export const AdminPostCardShape = z
  .object({
    ...PostCardShape.shape,
    ...reviewFields,
    /** The uploaded images that the post shows. */
    image_urls: z.array(z.string()),
  })
  .meta({ id: 'AdminPostCard' })

export type AdminPostCard = z.infer<typeof AdminPostCardShape>

/** All posts, or the search results for `q`, which need a read of the search index first. */
export async function findPosts(
  db: Database,
  search: Database,
  { q, ...by }: PostsQuery & { q?: string | undefined },
  request: PageRequest,
  language: Language,
): Promise<Group<Page<AdminPostCard>>> {
  return q === undefined ? adminPosts(by, request, language) : foundPosts(db, search, { q, ...by }, request, language)
}

/** All posts. Pending posts and unseen edits are listed oldest first, all others by last change. */
export function adminPosts(query: PostsQuery, request: PageRequest, language: Language): Group<Page<AdminPostCard>> {
  const key = sortKeyOf(query)
  return pageGroup(
    ['all posts', query.status, query.edited, query.author],
    request,
    allPostsOf(query, request),
    (row) => [row[key] ?? '', row.id],
    (row) => asAdminPostCard(row, language),
  )
}

type CardRow = ReviewRow & { image_keys: string }

const cardColumns = sql`${reviewColumns},
  (SELECT json_group_array(image_key) FROM post_images WHERE post_id = p.id AND shown = 1) AS image_keys`

function allPostsOf(query: PostsQuery, request: PageRequest): Statement<CardRow> {
  if (query.status === undefined && !query.edited) return ofAllStatuses(query.author, request)
  const isQueue = query.status === 'pending' || query.edited === true
  const sorted = sql.raw(`p.${sortKeyOf(query)}`)
  const direction = sql.raw(isQueue ? 'ASC' : 'DESC')
  return sql`
    SELECT ${cardColumns} FROM posts p INDEXED BY ${sql.raw(indexFor(query))} CROSS JOIN users u ON u.uid = p.author_id
    WHERE ${and(matchesQuery(query), behind(request, sorted, sql`p.id`, isQueue ? '>' : '<'))}
    ORDER BY ${sorted} ${direction}, p.id ${direction} LIMIT ${request.limit + 1}`
}

function ofAllStatuses(author: number | undefined, request: PageRequest): Statement<CardRow> {
  return sql`
    SELECT ${cardColumns}
    FROM (${idsOfAllStatuses(author, request)}) t CROSS JOIN posts p ON p.id = t.id CROSS JOIN users u ON u.uid = p.author_id
    ORDER BY t.updated_at DESC, t.id DESC`
}

/** The filter as an SQL condition. */
function matchesQuery({ status, edited, author, undecided }: PostsQuery): SQL | undefined {
  return and(
    sql`p.deleted_at IS NULL`,
    equals(sql`p.status`, status),
    edited ? sql`p.edit_unseen_since IS NOT NULL` : undefined,
    equals(sql`p.author_id`, author),
    undecided ? isNotHeld(sql`p.id`) : undefined,
  )
}

function sortKeyOf({ edited }: PostsQuery) {
  return edited ? 'edit_unseen_since' : 'updated_at'
}

/** The index is fixed, because the planner may choose a worse one on large tables. */
function indexFor({ edited, author }: PostsQuery): string {
  if (edited) return 'posts_edits_unseen'
  return author === undefined ? 'posts_by_status' : 'posts_in_studio_by_status'
}

/**
 * Searches posts of every status, newest first. A number also matches post ids and author uids. The search index may be stale:
 * results are filtered by the main database, so a page can be short.
 */
async function foundPosts(
  db: Database,
  search: Database,
  { q, ...by }: PostsQuery & { q: string },
  request: PageRequest,
  language: Language,
): Promise<Group<Page<AdminPostCard>>> {
  const { after, limit } = request
  const number = /^#?[1-9]\d{0,14}$/.test(q.trim()) ? Number(q.trim().replace('#', '')) : null
  const [hits, numbered] = await Promise.all([
    searchAllPosts(search, { q, ...by }, after, limit + 1),
    number === null ? [] : postsNumbered(db, number, after, limit + 1),
  ])
  const list = ['found posts', q, by.status, by.edited, by.author]
  const found = merged([hits, numbered], limit + 1)
  const { items: ids, next_cursor } = pageOf(list, found, request, cursorOf, ({ id }) => id)
  const rows = sql<CardRow>`
    SELECT ${cardColumns}
    FROM json_each(${JSON.stringify(ids)}) j CROSS JOIN posts p ON p.id = j.value JOIN users u ON u.uid = p.author_id
    WHERE ${matchesQuery(by)} ORDER BY j.key`
  return group({ rows }, ({ rows }) => ({ items: rows.map((row) => asAdminPostCard(row, language)), next_cursor }))
}

/** Matches by id or uid rank as high as matches by words. */
async function postsNumbered(db: Database, number: number, after: Cursor | null, limit: number): Promise<Ranked[]> {
  if (after && Number(after[0]) > 0) return []
  return db.all(sql<Ranked>`
    SELECT 0 AS rank, id FROM (
      SELECT id FROM posts WHERE id = ${number} AND deleted_at IS NULL
      UNION SELECT id FROM posts WHERE author_id = ${number} AND deleted_at IS NULL
    )
    WHERE id < ${after?.[1] ?? Number.MAX_SAFE_INTEGER} ORDER BY id DESC LIMIT ${limit}`)
}

function asAdminPostCard(row: CardRow, language: Language): AdminPostCard {
  const image_urls = (JSON.parse(row.image_keys) as string[]).map((key) => imageUrl(key))
  return { ...asPostCard(row, ANY_ADMIN, language), ...underReview(row), image_urls }
}

/** Fields of a post for admins only. */
export function underReview({ version, reject_reason, edited_at, edit_unseen_since }: ReviewRow) {
  return { version, reject_reason, edited_at, edit_unseen_since }
}
