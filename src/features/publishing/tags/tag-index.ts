import { sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import type { DescribedTag } from '#features/publishing/posts/shapes.ts'
import { type Page, type PageRequest, pageOf } from '#kernel/paging.ts'

export const TAG_SORTS = ['popular', 'name'] as const
export type TagSort = (typeof TAG_SORTS)[number]

/** The tags of public posts. A cursor is the key of a tag and how many posts it had. */
export async function tagIndex(db: Database, sort: TagSort, request: PageRequest): Promise<Page<DescribedTag>> {
  const rows = await db.all(sort === 'popular' ? popular(request) : byName(request))
  const cursorOf = ({ tag_key, posts_count }: IndexedRow) => [tag_key, posts_count] as const
  const page = pageOf(rows, request, cursorOf, ({ tag_key: _, ...tag }): DescribedTag => tag)
  // Those that no post has any more are passed over here and not by a search for others, which could be a long one.
  return { ...page, items: page.items.filter(({ posts_count }) => posts_count > 0) }
}

type IndexedRow = DescribedTag & { tag_key: string }

function popular({ limit, after }: PageRequest): Statement<IndexedRow> {
  return sql`
    SELECT t.tag_key, t.name, t.posts_count, d.description
    FROM tags t INDEXED BY tags_popular LEFT JOIN tag_descriptions d ON d.tag_key = t.tag_key
    WHERE t.posts_count > 0 ${after ? sql`AND (t.posts_count, t.tag_key) < (${after[1]}, ${after[0]})` : sql``}
    ORDER BY t.posts_count DESC, t.tag_key DESC LIMIT ${limit + 1}`
}

function byName({ limit, after }: PageRequest): Statement<IndexedRow> {
  return sql`
    SELECT t.tag_key, t.name, t.posts_count, d.description
    FROM tags t LEFT JOIN tag_descriptions d ON d.tag_key = t.tag_key
    WHERE t.tag_key > ${after?.[0] ?? ''} ORDER BY t.tag_key LIMIT ${limit + 1}`
}
