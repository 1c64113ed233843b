import { sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'

export interface PopularTag {
  name: string
  posts_count: number
}

/** The tags with the most posts. */
export function popularTags(limit: number): Statement<PopularTag> {
  return sql`
    SELECT name, posts_count FROM tags WHERE posts_count > 0
    ORDER BY posts_count DESC, tag_key DESC LIMIT ${limit}`
}
