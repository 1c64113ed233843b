import { type SQL, sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import { asPostCard, type CardRow, cardColumns } from '#features/posts/post.ts'
import type { PostCard } from '#features/posts/shapes.ts'
import { tagKey } from '#features/posts/tags.ts'
import { isPublic } from '#features/posts/visibility.ts'
import type { Language } from '#kernel/i18n.ts'
import { type Cursor, type Page, type PageRequest, pageOf } from '#kernel/paging.ts'

export type Sort = 'new' | 'hot'

export interface ListQuery {
  sort: Sort
  tag?: string | undefined
  author?: number | undefined
}

/** The public list. Each combination walks one index from where the cursor stands. */
export async function listPosts(
  db: Database,
  query: ListQuery,
  request: PageRequest,
  language: Language,
): Promise<Page<PostCard>> {
  return asPostPage(await db.all(listOf(query, request)), query.sort, request, language)
}

export function listOf(query: ListQuery, request: PageRequest): Statement<CardRow> {
  return listWith(cardColumns, query, request)
}

/** For whoever wants other columns of the same list. */
export function listWith<Row>(columns: SQL, { sort, tag, author }: ListQuery, request: PageRequest): Statement<Row> {
  const by = (table: SQL) => (author === undefined ? sql`` : sql`AND ${table}.author_id = ${author}`)
  if (tag === undefined) {
    // Named, or the planner takes the admins' index by status and sorts the whole site.
    const index = sql.raw(author === undefined ? `posts_${sort}` : `posts_of_author_${sort}`)
    return sql`
      SELECT ${columns} FROM posts p INDEXED BY ${index} CROSS JOIN users u ON u.uid = p.author_id
      WHERE ${isPublic} ${by(sql.raw('p'))} ${continuing(request, sql.raw(`p.${SORT_KEYS[sort]}`), sql.raw('p.id'))}
      ORDER BY ${sql.raw(`p.${SORT_KEYS[sort]} DESC, p.id DESC`)}
      LIMIT ${request.limit + 1}`
  }
  const index = sql.raw(author === undefined ? `post_tags_${sort}` : `post_tags_of_author_${sort}`)
  return sql`
    SELECT ${columns}
    FROM post_tags t INDEXED BY ${index} CROSS JOIN posts p ON p.id = t.post_id CROSS JOIN users u ON u.uid = p.author_id
    WHERE t.tag_key = ${tagKey(tag)} ${by(sql.raw('t'))}
      ${continuing(request, sql.raw(`t.${SORT_KEYS[sort]}`), sql.raw('t.post_id'))}
    ORDER BY ${sql.raw(`t.${SORT_KEYS[sort]} DESC, t.post_id DESC`)}
    LIMIT ${request.limit + 1}`
}

export function asPostPage(rows: CardRow[], sort: Sort, request: PageRequest, language: Language): Page<PostCard> {
  return pageOf(rows, request, cursorIn(sort), (row) => asPostCard(row, language))
}

export function cursorIn(sort: Sort) {
  return (row: CardRow): Cursor => [row[SORT_KEYS[sort]] ?? '', row.id]
}

const SORT_KEYS = { new: 'published_at', hot: 'hot' } as const

function continuing({ after }: PageRequest, key: SQL, id: SQL): SQL {
  return after === null ? sql`` : sql`AND (${key}, ${id}) < (${after[0]}, ${after[1]})`
}
