import { sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'

/** How far a walk over everything that is indexed has come, so that the next run goes on there. */
export async function recallPlace(search: Database, walk: 'posts'): Promise<number> {
  const row = await search.first(sql<{ value: number }>`SELECT value FROM search_state WHERE key = ${walk}`)
  return row?.value ?? 0
}

export function rememberPlace(walk: 'posts', value: number): Statement {
  return sql`
    INSERT INTO search_state (key, value) VALUES (${walk}, ${value})
    ON CONFLICT (key) DO UPDATE SET value = excluded.value`
}
