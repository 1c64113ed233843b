import { sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'

/** What is walked over; `comments anew` is up to where comments are indexed again whether or not they are there. */
type Walk = 'posts' | 'comments' | 'comments anew'

/** How far a walk over everything that is indexed has come, so that the next run goes on there. */
export async function recallPlace(search: Database, walk: Walk): Promise<number> {
  const row = await search.first(sql<{ value: number }>`SELECT value FROM search_state WHERE key = ${walk}`)
  return row?.value ?? 0
}

export function rememberPlace(walk: Walk, value: number): Statement {
  return sql`
    INSERT INTO search_state (key, value) VALUES (${walk}, ${value})
    ON CONFLICT (key) DO UPDATE SET value = excluded.value`
}
