import { sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import { isPublic } from '#features/posts/visibility.ts'

/**
 * Posts a sitemap, counted by id whether public or not: so a part is found without counting rows, and its cost is
 * bounded.
 */
export const IDS_A_SITEMAP = 5_000
const TAGS_LISTED = 200

export interface MappedPost {
  id: number
  changed_at: string
}

export interface PartOfSite {
  posts: MappedPost[]
  /** Only in the first part. */
  tags: string[]
}

/** How many sitemaps there are and, while there is only one, its content. */
export async function wholeSite(db: Database): Promise<{ parts: number; first: PartOfSite | null }> {
  const [[newest], posts, tags] = await db.batch([newestId, postsIn(1, isSmall), popularTags])
  const parts = Math.max(1, Math.ceil((newest?.id ?? 0) / IDS_A_SITEMAP))
  return { parts, first: parts === 1 ? { posts, tags: tags.map(({ name }) => name) } : null }
}

/** Null where there is no such part. */
export async function partOfSite(db: Database, part: number): Promise<PartOfSite | null> {
  const [[newest], posts, tags] = await db.batch([newestId, postsIn(part), popularTags])
  if (part > Math.max(1, Math.ceil((newest?.id ?? 0) / IDS_A_SITEMAP))) return null
  return { posts, tags: part === 1 ? tags.map(({ name }) => name) : [] }
}

const newestId: Statement<{ id: number | null }> = sql`SELECT max(id) AS id FROM posts`

/** A condition without a column is evaluated once, before any row is read. */
const isSmall = sql`(SELECT max(id) FROM posts) <= ${IDS_A_SITEMAP}`

function postsIn(part: number, condition = sql`TRUE`): Statement<MappedPost> {
  const first = (part - 1) * IDS_A_SITEMAP + 1
  return sql`
    SELECT p.id, coalesce(p.edited_at, p.published_at) AS changed_at FROM posts p NOT INDEXED
    WHERE p.id BETWEEN ${first} AND ${first + IDS_A_SITEMAP - 1} AND ${isPublic} AND ${condition}
    ORDER BY p.id`
}

const popularTags: Statement<{ name: string }> = sql`
  SELECT name FROM tags WHERE posts_count > 0 ORDER BY posts_count DESC, tag_key DESC LIMIT ${TAGS_LISTED}`
