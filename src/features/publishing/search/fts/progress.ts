import { sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'

/**
 * A scan over everything that is indexed. `… anew` stores the id up to which every entry is rebuilt, `merged` the day of the
 * last merge.
 */
type Scan = 'posts' | 'posts anew' | 'comments' | 'comments anew' | 'merged'

/** The id at which the next run of a scan continues. */
export async function readProgress(search: Database, scan: Scan): Promise<number> {
  const row = await search.first(sql<{ value: number }>`SELECT value FROM search_state WHERE key = ${scan}`)
  return row?.value ?? 0
}

export function saveProgress(scan: Scan, value: number): Statement {
  return sql`
    INSERT INTO search_state (key, value) VALUES (${scan}, ${value})
    ON CONFLICT (key) DO UPDATE SET value = excluded.value`
}
