import { sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import { dayOf } from '#kernel/clock.ts'

/**
 * The number of items that one run of a repair compares. The next run continues where this one
 * stopped.
 */
export const COMPARED_PER_RUN = 5_000

export interface Repair {
  repaired: number
  /** Whether the run reached the last item. The next run then starts with the first item. */
  isThrough: boolean
}

type Scanned = 'posts' | 'comments'
/**
 * `posts` and `comments` have the id at which the next run of a scan continues. `merged` has the
 * day of the last merge.
 */
type StateKey = Scanned | ReturnType<typeof reindexKey> | 'merged'

/** The key of the id up to which a scan indexes every entry again. */
export const reindexKey = (of: Scanned) => `${of} reindex` as const

/** Where the next run of a scan begins, and the id up to which it indexes every entry again. */
export async function readScan(
  search: Database,
  of: Scanned,
): Promise<{ from: number; reindexUpTo: number }> {
  return { from: await readState(search, of), reindexUpTo: await readState(search, reindexKey(of)) }
}

/** Stores where the next run of a scan begins. After the last item, this is the first one. */
export async function saveScan(
  search: Database,
  of: Scanned,
  upTo: number,
  isThrough: boolean,
): Promise<void> {
  await search.batch(
    isThrough ? [saveState(of, 0), saveState(reindexKey(of), 0)] : [saveState(of, upTo)],
  )
}

/**
 * Makes the next scans index every post or comment again. The old entries stay searchable until
 * then.
 */
export async function beginReindex(search: Database, of: Scanned): Promise<void> {
  await search.batch([saveState(reindexKey(of), Number.MAX_SAFE_INTEGER), saveState(of, 0)])
}

async function readState(search: Database, key: StateKey): Promise<number> {
  const row = await search.first(
    sql<{ value: number }>`SELECT value FROM search_state WHERE key = ${key}`,
  )
  return row?.value ?? 0
}

function saveState(key: StateKey, value: number): Statement {
  return sql`
    INSERT INTO search_state (key, value) VALUES (${key}, ${value})
    ON CONFLICT (key) DO UPDATE SET value = excluded.value`
}

/**
 * The number of pages that a merge writes. This is about 5,000 posts of 100 words, and blocks the
 * database for about 0.15 s.
 */
const PAGES_A_DAY = 1_000

const INDEXES = ['post_words', 'hidden_words', 'comment_words'] as const
type Index = (typeof INDEXES)[number]

/**
 * Merges the segments of the indexes, once a day. Every write adds a segment, and FTS5 looks up
 * each word in each segment: after a thousand posts a search in 14 segments takes twice as long as
 * in one. A small index becomes one segment; of a larger one, FTS5 merges segments of similar size.
 *
 * A merge also removes the words of deleted texts, which FTS5 otherwise keeps in the segments. The
 * option `secure-delete` has no effect here: an index without content does not know the words of a
 * deleted row.
 */
export async function mergeSegments(
  search: Database,
  now: Date,
  pagesMax = PAGES_A_DAY,
): Promise<void> {
  const today = Number(dayOf(now).replaceAll('-', ''))
  if ((await readState(search, 'merged')) === today) return
  for (const index of INDEXES) await mergeIndex(search, index, pagesMax)
  await search.batch([saveState('merged', today)])
}

async function mergeIndex(search: Database, index: Index, pagesMax: number): Promise<void> {
  const pages = await search.all(sql`SELECT 1 FROM ${sql.raw(`${index}_idx`)} LIMIT ${pagesMax}`)
  const isSmall = pages.length < pagesMax
  await search.batch([
    command(index, 'usermerge', SEGMENTS_MIN),
    command(index, 'deletemerge', DELETED_MIN),
    // A negative number merges segments of any size into one.
    command(index, 'merge', isSmall ? -pagesMax : pagesMax),
  ])
}

/** FTS5 merges this many segments of similar size. */
const SEGMENTS_MIN = 2
/** A segment is also merged if this percentage of its texts is deleted. */
const DELETED_MIN = 1

/**
 * A command to FTS5: https://sqlite.org/fts5.html#special_insert_commands. D1 binds numbers as
 * REAL, which FTS5 refuses.
 */
function command(
  index: Index,
  name: 'merge' | 'usermerge' | 'deletemerge',
  value: number,
): Statement {
  const table = sql.raw(index)
  return sql`INSERT INTO ${table} (${table}, rank) VALUES (${name}, CAST(${value} AS INTEGER))`
}
