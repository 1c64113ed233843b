import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { beginsWith } from '#db/conditions.ts'
import type { DescribedTag } from '#features/publishing/posts/shapes.ts'
import { tagKey } from '#features/publishing/tags/tags.ts'

export const TAG_SUGGESTIONS = 10
/** How many tags with the same beginning are compared: one typed letter must not read the whole table. */
const LOOKED_AT = 50

/** Tags in use that begin with what somebody typed, the popular ones first. */
export function suggestTags(db: Database, typed: string): Promise<DescribedTag[]> {
  const key = tagKey(typed)
  const candidates =
    key === ''
      ? sql`SELECT tag_key, name, posts_count FROM tags ORDER BY posts_count DESC, tag_key DESC LIMIT ${TAG_SUGGESTIONS}`
      : sql`SELECT tag_key, name, posts_count FROM tags
          WHERE ${beginsWith(sql`tag_key`, key)} ORDER BY tag_key LIMIT ${LOOKED_AT}`
  return db.all(sql<DescribedTag>`
    SELECT name, posts_count, description FROM (${candidates}) LEFT JOIN tag_descriptions USING (tag_key) WHERE posts_count > 0
    ORDER BY posts_count DESC, tag_key LIMIT ${TAG_SUGGESTIONS}`)
}
