import { and, type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { type Database, type Group, group, type Statement } from '#db/client.ts'
import { behind, behindId, equals } from '#db/conditions.ts'
import type { CommentRow } from '#db/schema/comments.ts'
import type { PostStatus } from '#db/schema/posts.ts'
import { asUserRef, imageUrl, type PublicColumns } from '#features/core/people/user-ref.ts'
import type { AdminCommentShape } from '#features/operations/admin/comments/shapes.ts'
import { openDecisions, type Waiting } from '#features/operations/admin/frame/waiting.ts'
import { searchComments } from '#features/publishing/search/fts/comment-index.ts'
import { cursorOf } from '#features/publishing/search/fts/sequential.ts'
import type { Language } from '#kernel/i18n.ts'
import { type Page, type PageRequest, pageOf } from '#kernel/paging.ts'

export interface CommentsQuery {
  q?: string | undefined
  author?: number | undefined
  post?: number | undefined
}

export type AdminComment = z.infer<typeof AdminCommentShape>

/** All comments of the site, newest first, or the search results for `q`. */
export async function listAllComments(
  db: Database,
  search: Database,
  { q, author, post }: CommentsQuery,
  request: PageRequest,
  language: Language,
): Promise<Page<AdminComment>> {
  if (q !== undefined) return foundComments(db, search, { q, author, post }, request, language)
  return db.read(adminComments({ author, post }, request, language))
}

/** Like `listAllComments`, with the counts for the navigation. One round trip unless there is a search. */
export async function commentsPage(
  db: Database,
  search: Database,
  query: CommentsQuery,
  request: PageRequest,
  language: Language,
): Promise<{ comments: Page<AdminComment>; waiting: Waiting }> {
  if (query.q !== undefined) {
    const [waiting, comments] = await Promise.all([
      db.read(openDecisions),
      listAllComments(db, search, query, request, language),
    ])
    return { comments, waiting }
  }
  return db.read({ waiting: openDecisions, comments: adminComments(query, request, language) })
}

export function adminComments(
  query: Omit<CommentsQuery, 'q'>,
  request: PageRequest,
  language: Language,
): Group<Page<AdminComment>> {
  const rows = query.post === undefined ? ofAllPosts(query, request) : ofPost(query.post, query.author, request)
  return group({ rows }, ({ rows }) =>
    pageOf(
      ['all comments', query.author, query.post],
      rows,
      request,
      ({ id, created_at }) => [query.post === undefined ? id : created_at, id],
      (row) => asAdminComment(row, language),
    ),
  )
}

// The indexes are fixed, because the planner may choose worse ones on large tables.
function ofAllPosts({ author }: Pick<CommentsQuery, 'author'>, request: PageRequest): Statement<AdminCommentRow> {
  const from = sql.raw(`comments c INDEXED BY comments_live${author === undefined ? '' : '_of_author'}`)
  const asked = and(equals(sql`c.author_id`, author), behindId(request, sql`c.id`))
  return sql`${commentRows(from, asked)} ORDER BY c.id DESC LIMIT ${request.limit + 1}`
}

/** Merges root comments and replies. Skipping deleted roots is cheap: a deleted root stays only while it has replies. */
function ofPost(post: number, author: number | undefined, request: PageRequest): Statement<AdminCommentRow> {
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

/** The search index may be stale: results are filtered by the main database, so a page can be short. */
async function foundComments(
  db: Database,
  search: Database,
  query: CommentsQuery & { q: string },
  request: PageRequest,
  language: Language,
): Promise<Page<AdminComment>> {
  const { after, limit } = request
  const hits = await searchComments(search, query, after, limit + 1)
  const shown = hits.slice(0, limit).map(({ id }) => id)
  const rows = shown.length === 0 ? [] : await db.all(sql<AdminCommentRow>`${commentRows(among(shown))} ORDER BY j.key`)
  const items = rows.map((row) => asAdminComment(row, language))
  const list = ['found comments', query.q, query.author, query.post]
  return { items, next_cursor: pageOf(list, hits, request, cursorOf, ({ id }) => id).next_cursor }
}

interface AdminCommentRow extends Pick<CommentRow, 'id' | 'post_id' | 'root_id' | 'body' | 'created_at'> {
  author_id: number
  author_username: string | null
  author_avatar_key: string | null
  author_exp: number
  author_status: PublicColumns['status']
  post_title: string
  post_status: PostStatus
  post_deleted_at: string | null
  image_key: string | null
}

/** Includes comments on deleted posts: their text is still stored, and an admin may have to delete it. */
function commentRows(from: SQL, asked?: SQL): Statement<AdminCommentRow> {
  return sql`
    SELECT c.id, c.post_id, c.root_id, c.body, c.created_at,
      a.uid AS author_id, a.username AS author_username, a.avatar_key AS author_avatar_key, a.exp AS author_exp,
      a.status AS author_status, p.title AS post_title, p.status AS post_status, p.deleted_at AS post_deleted_at,
      i.key AS image_key
    FROM ${from} CROSS JOIN posts p ON p.id = c.post_id CROSS JOIN users a ON a.uid = c.author_id
      LEFT JOIN images i ON i.id = c.image_id
    WHERE ${and(sql`c.deleted_at IS NULL`, asked)}`
}

function asAdminComment(row: AdminCommentRow, language: Language): AdminComment {
  const { id, post_id, root_id, body, created_at, post_title, author_id: uid } = row
  const { author_username: username, author_avatar_key: avatar_key, author_exp: exp, author_status: status } = row
  return {
    ...{ id, post_id, root_id, body, created_at, post_title },
    post_status: row.post_deleted_at === null ? row.post_status : 'deleted',
    author: asUserRef({ uid, username, avatar_key, exp, status }, language),
    image_url: imageUrl(row.image_key),
  }
}

function among(ids: readonly number[]): SQL {
  return sql`json_each(${JSON.stringify(ids)}) j CROSS JOIN comments c ON c.id = j.value`
}
