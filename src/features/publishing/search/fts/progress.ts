import { sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'

/** Each walk over everything that is indexed. `… anew` is the id up to which everything is indexed again in any case. */
type Walk = 'posts' | 'posts anew' | 'comments' | 'comments anew'

/** How far a walk has come: the id where the next run goes on. */
export async function recallProgress(search: Database, walk: Walk): Promise<number> {
  const row = await search.first(sql<{ value: number }>`SELECT value FROM search_state WHERE key = ${walk}`)
  return row?.value ?? 0
}

export function rememberProgress(walk: Walk, value: number): Statement {
  return sql`
    INSERT INTO search_state (key, value) VALUES (${walk}, ${value})
    ON CONFLICT (key) DO UPDATE SET value = excluded.value`
}
