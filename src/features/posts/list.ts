import { and, sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import { behind, equals } from '#db/conditions.ts'
import { type Group, group } from '#db/group.ts'
import { unlessBlocked } from '#features/blocks/touch.ts'
import type { Viewer } from '#features/people/viewer.ts'
import { asPostCard, type Columns, cardColumns, type ListedRow } from '#features/posts/post.ts'
import type { PostCard } from '#features/posts/shapes.ts'
import { tagKey } from '#features/posts/tags.ts'
import { isPublic } from '#features/posts/visibility.ts'
import type { Language } from '#kernel/i18n.ts'
import { type Page, type PageRequest, pageOf } from '#kernel/paging.ts'

export type Sort = 'new' | 'hot'

export interface ListQuery {
  sort: Sort
  tag?: string | undefined
  author?: number | undefined
  /** Whose posts the viewer does not want to see. */
  viewer?: Pick<Viewer, 'blocked_ids'> | null
}

/** The public list. Each combination of filters walks one index, beginning at the cursor. */
export async function listPosts(
  db: Database,
  query: ListQuery,
  request: PageRequest,
  language: Language,
): Promise<Page<PostCard>> {
  const listed = listOf(cardColumns, query, request)
  return db.read(postsPage(listed, query.sort, request, (row) => asPostCard(row, language)))
}

/** A page of a list in this order, each post in the shape that `asItem` gives it. */
export function postsPage<Row extends ListedRow, Item>(
  listed: Statement<Row>,
  sort: Sort,
  request: PageRequest,
  asItem: (row: Row) => Item,
): Group<Page<Item>> {
  const key = SORT_KEYS[sort]
  return group({ rows: listed }, ({ rows }) => pageOf(rows, request, (row) => [row[key] ?? '', row.id], asItem))
}

export function listOf<Row>(
  columns: Columns<Row>,
  { sort, tag, author, viewer = null }: ListQuery,
  request: PageRequest,
): Statement<Row> {
  const key = SORT_KEYS[sort]
  if (tag === undefined) {
    // The index is named: without a name the planner takes the admins' index by status and sorts every post of the site.
    const index = sql.raw(author === undefined ? `posts_${sort}` : `posts_of_author_${sort}`)
    return sql`
      SELECT ${columns} FROM posts p INDEXED BY ${index} CROSS JOIN users u ON u.uid = p.author_id
      WHERE ${and(
        isPublic,
        equals(sql`p.author_id`, author),
        unlessBlocked(viewer, sql`p.author_id`),
        behind(request, sql.raw(`p.${key}`), sql`p.id`),
      )}
      ORDER BY ${sql.raw(`p.${key} DESC, p.id DESC`)}
      LIMIT ${request.limit + 1}`
  }
  const index = sql.raw(TAG_INDEXES[sort][author === undefined ? 'all' : 'author'])
  return sql`
    SELECT ${columns}
    FROM post_tags t ${index} CROSS JOIN posts p ON p.id = t.post_id CROSS JOIN users u ON u.uid = p.author_id
    WHERE ${and(
      sql`t.tag_key = ${tagKey(tag)}`,
      equals(sql`t.author_id`, author),
      unlessBlocked(viewer, sql`t.author_id`),
      behind(request, sql.raw(`t.${key}`), sql`t.post_id`),
    )}
    ORDER BY ${sql.raw(`t.${key} DESC, t.post_id DESC`)}
    LIMIT ${request.limit + 1}`
}

/** The table itself has the order of the newest. */
const TAG_INDEXES = {
  new: { all: 'NOT INDEXED', author: 'INDEXED BY post_tags_of_author_new' },
  hot: { all: 'INDEXED BY post_tags_hot', author: 'INDEXED BY post_tags_of_author_hot' },
} as const

const SORT_KEYS = { new: 'published_at', hot: 'hot' } as const
