import { sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import { beginsWith } from '#db/conditions.ts'
import type { PopularTag } from '#features/publishing/lists/list-page.ts'
import { tagKey } from '#features/publishing/tags/tags.ts'

/** How many tags a search finds at most. */
export const TAGS_FOUND_MAX = 100

/** Tags in use that begin so or are one of the words; the very tag first, then the popular ones. One more where there are more. */
export function tagsNamed(q: string, limit = TAGS_FOUND_MAX + 1): Statement<PopularTag> {
  const key = tagKey(q)
  const words = JSON.stringify(key.split(/\s+/).filter(Boolean))
  return sql`
    SELECT name, posts_count FROM (
      SELECT * FROM (
        SELECT tag_key, name, posts_count FROM tags WHERE ${beginsWith(sql`tag_key`, key)}
        ORDER BY tag_key LIMIT ${TAGS_FOUND_MAX + 1})
      UNION SELECT tag_key, name, posts_count FROM tags WHERE tag_key IN (SELECT value FROM json_each(${words}))
    ) WHERE posts_count > 0 ORDER BY tag_key = ${key} DESC, posts_count DESC, tag_key LIMIT ${limit}`
}
