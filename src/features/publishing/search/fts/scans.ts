import { sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'

/** The limit of one run of a repair. The next run continues where this one stopped. */
export const COMPARED_PER_RUN = 5_000

export interface Repair {
  repaired: number
  /** Whether the run reached the last item. The next run then starts with the first one. */
  isThrough: boolean
}

type Scanned = 'posts' | 'comments'
/** `posts` and `comments` have the id at which the next run of a scan continues, `merged` the day of the last merge. */
type StateKey = Scanned | ReturnType<typeof reindexKey> | 'merged'

/** The key of the id up to which every entry is indexed again. */
export const reindexKey = (of: Scanned) => `${of} reindex` as const

/** Where the next run of a scan begins, and the id up to which it indexes every entry again. */
export async function readScan(search: Database, of: Scanned): Promise<{ from: number; reindexUpTo: number }> {
  return { from: await readState(search, of), reindexUpTo: await readState(search, reindexKey(of)) }
}

/** After the last item, the next run starts with the first one. */
export async function saveScan(search: Database, of: Scanned, upTo: number, isThrough: boolean): Promise<void> {
  await search.batch(isThrough ? [saveState(of, 0), saveState(reindexKey(of), 0)] : [saveState(of, upTo)])
}

/** Marks every post or comment to be indexed again. The old entries stay searchable until then. */
export async function beginReindex(search: Database, of: Scanned): Promise<void> {
  await search.batch([saveState(reindexKey(of), Number.MAX_SAFE_INTEGER), saveState(of, 0)])
}

export async function readState(search: Database, key: StateKey): Promise<number> {
  const row = await search.first(sql<{ value: number }>`SELECT value FROM search_state WHERE key = ${key}`)
  return row?.value ?? 0
}

export function saveState(key: StateKey, value: number): Statement {
  return sql`
    INSERT INTO search_state (key, value) VALUES (${key}, ${value})
    ON CONFLICT (key) DO UPDATE SET value = excluded.value`
}
