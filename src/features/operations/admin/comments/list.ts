import { and, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import {
  behind,
  behindId,
  type Database,
  equals,
  type Group,
  group,
  pageGroup,
  type Statement,
} from '#db/client.ts'
import { columns, type RowOf } from '#db/columns.ts'
import { comments } from '#db/schema/community.ts'
import type { PostStatus } from '#db/schema/publishing.ts'
import { POST_STATUSES } from '#db/values.ts'
import { imageUrl, publicJson, UserRefShape, userRefIn } from '#features/core/people/user-ref.ts'
import { idFilter, searchInput } from '#features/operations/admin/frame/inputs.ts'
import { cursorOf } from '#features/publishing/search/fts/newest-matches.ts'
import { searchComments } from '#features/publishing/search/fts/post-index.ts'
import type { Language } from '#kernel/i18n.ts'
import { type Page, type PageRequest, pageOf } from '#kernel/paging.ts'

export const COMMENT_FILTERS = { q: searchInput, author: idFilter, post: idFilter }

type CommentsQuery = z.infer<z.ZodObject<typeof COMMENT_FILTERS>>

export const AdminCommentShape = z
  .object({
    id: z.int(),
    post_id: z.int(),
    post_title: z.string(),
    post_status: z.enum([...POST_STATUSES, 'deleted']),
    root_id: z.int().nullable(),
    author: UserRefShape,
    body: z.string(),
    image_url: z.string().nullable(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'AdminComment' })

export type AdminComment = z.infer<typeof AdminCommentShape>

/**
 * All comments of the site, newest first, or the results for `q`. A search reads the search index
 * first, which is a database of its own.
 */
export async function findComments(
  search: Database,
  { q, ...by }: CommentsQuery,
  request: PageRequest,
  language: Language,
): Promise<Group<Page<AdminComment>>> {
  if (q === undefined) return adminComments(by, request, language)
  const hits = await searchComments(search, { q, ...by }, request.after, request.limit + 1)
  const list = ['found comments', q, by.author, by.post]
  // The search index may be stale, so the main database filters its results. A page of results can
  // therefore have fewer items than its limit.
  const { items: ids, next_cursor } = pageOf(list, hits, request, cursorOf, ({ id }) => id)
  const found = sql`json_each(${JSON.stringify(ids)}) j CROSS JOIN comments c ON c.id = j.value`
  const rows = sql<AdminCommentRow>`${commentRows(found)} ORDER BY j.key`
  return group({ rows }, ({ rows }) => ({
    items: rows.map((row) => asAdminComment(row, language)),
    next_cursor,
  }))
}

/** All comments, or those of a post or an author, newest first. */
export function adminComments(
  { post, author }: Omit<CommentsQuery, 'q'>,
  request: PageRequest,
  language: Language,
): Group<Page<AdminComment>> {
  return pageGroup(
    ['all comments', author, post],
    request,
    post === undefined ? ofAllPosts(author, request) : ofPost(post, author, request),
    ({ id, created_at }) => [post === undefined ? id : created_at, id],
    (row) => asAdminComment(row, language),
  )
}

// The indexes are fixed, because the planner may choose worse ones on large tables.
function ofAllPosts(author: number | undefined, request: PageRequest): Statement<AdminCommentRow> {
  const from = sql.raw(
    `comments c INDEXED BY comments_live${author === undefined ? '' : '_of_author'}`,
  )
  const asked = and(equals(sql`c.author_id`, author), behindId(request, sql`c.id`))
  return sql`${commentRows(from, asked)} ORDER BY c.id DESC LIMIT ${request.limit + 1}`
}

/**
 * Merges root comments and replies. Skipping deleted roots is cheap: a deleted root stays only
 * while it has replies.
 */
function ofPost(
  post: number,
  author: number | undefined,
  request: PageRequest,
): Statement<AdminCommentRow> {
  const [roots, replies] = [1, 0].map(
    (isRoot) => sql`
      SELECT * FROM comments INDEXED BY comments_of_post
      WHERE ${and(
        sql`post_id = ${post} AND (root_id IS NULL) = ${isRoot} AND deleted_at IS NULL`,
        equals(sql`author_id`, author),
        behind(request, sql`created_at`, sql`id`),
      )}`,
  )
  const both = sql`(${roots} UNION ALL ${replies} ORDER BY created_at DESC, id DESC LIMIT ${request.limit + 1}) c`
  return sql`${commentRows(both)} ORDER BY c.created_at DESC, c.id DESC`
}

/** The columns that the list shows as they are stored. */
const SAME = columns(comments, ['id', 'post_id', 'root_id', 'body', 'created_at'], 'c')

interface AdminCommentRow extends RowOf<typeof SAME> {
  author: string
  post_title: string
  post_status: PostStatus
  post_deleted_at: string | null
  image_key: string | null
}

/**
 * Includes comments on deleted posts: their text is still stored, and an admin may have to delete
 * it.
 */
function commentRows(from: SQL, asked?: SQL): Statement<AdminCommentRow> {
  return sql`
    SELECT ${SAME}, ${publicJson('a')} AS author,
      p.title AS post_title, p.status AS post_status, p.deleted_at AS post_deleted_at, i.key AS image_key
    FROM ${from} CROSS JOIN posts p ON p.id = c.post_id CROSS JOIN users a ON a.uid = c.author_id
      LEFT JOIN images i ON i.id = c.image_id
    WHERE ${and(sql`c.deleted_at IS NULL`, asked)}`
}

function asAdminComment(row: AdminCommentRow, language: Language): AdminComment {
  return {
    ...SAME.pick(row),
    post_title: row.post_title,
    post_status: row.post_deleted_at === null ? row.post_status : 'deleted',
    author: userRefIn(row.author, language),
    image_url: imageUrl(row.image_key),
  }
}
