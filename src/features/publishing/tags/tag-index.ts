import { sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import { beginsWith } from '#db/conditions.ts'
import type { DescribedTag } from '#features/publishing/posts/shapes.ts'
import { type Page, type PageRequest, pageOf, requireCursorOf } from '#kernel/paging.ts'
import { tagKey } from '#kernel/post-limits.ts'

export const TAG_SORTS = ['popular', 'name'] as const
export type TagSort = (typeof TAG_SORTS)[number]

/** The tags of public posts. A cursor contains the key of a tag and its number of posts. */
export async function tagIndex(db: Database, sort: TagSort, request: PageRequest): Promise<Page<DescribedTag>> {
  const rows = await db.all(sort === 'popular' ? popular(request) : byName(request))
  const cursorOf = ({ tag_key, posts_count }: IndexedRow) => [tag_key, posts_count] as const
  const page = pageOf(['tags', sort], rows, request, cursorOf, ({ tag_key: _, ...tag }): DescribedTag => tag)
  // Tags without posts are filtered here and not in SQL, where skipping many of them could take long.
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

export const TAG_SUGGESTIONS = 10
/** The number of tags with the same prefix that are compared, so that one typed letter does not read the whole table. */
const COMPARED_MAX = 50

/** Tags in use that start with the typed text, the most used first. One page: this list issues no cursors. */
export function suggestTags(db: Database, typed: string, request: PageRequest): Promise<DescribedTag[]> {
  requireCursorOf(['tag suggestions'], request)
  const candidates = sql`SELECT tag_key, name, posts_count FROM tags
    WHERE ${beginsWith(sql`tag_key`, tagKey(typed))} ORDER BY tag_key LIMIT ${COMPARED_MAX}`
  return db.all(sql<DescribedTag>`
    SELECT name, posts_count, description FROM (${candidates}) LEFT JOIN tag_descriptions USING (tag_key) WHERE posts_count > 0
    ORDER BY posts_count DESC, tag_key LIMIT ${Math.min(request.limit, TAG_SUGGESTIONS)}`)
}
