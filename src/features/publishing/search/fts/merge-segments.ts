import { sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import { readState, saveState } from '#features/publishing/search/fts/scans.ts'
import { dayOf } from '#kernel/clock.ts'

/** About 5,000 posts of 100 words. A merge of this size blocks the database for about 0.15 s. */
const PAGES_A_DAY = 1_000

/**
 * Merges the segments of the index of public posts, once a day. Every write adds a segment, and FTS5 looks up each word in each
 * segment: after a thousand posts a search in 14 segments takes twice as long as in one. A small index becomes one segment; of
 * a larger one, FTS5 merges segments of similar size.
 */
export async function mergeSegments(search: Database, now: Date, pagesMax = PAGES_A_DAY): Promise<void> {
  const today = Number(dayOf(now).replaceAll('-', ''))
  if ((await readState(search, 'merged')) === today) return
  const pages = await search.all(sql`SELECT 1 FROM post_words_idx LIMIT ${pagesMax}`)
  const isSmall = pages.length < pagesMax
  await search.batch([
    command('usermerge', SEGMENTS_MIN),
    // A negative number merges segments of any size.
    command('merge', isSmall ? -pagesMax : pagesMax),
    saveState('merged', today),
  ])
}

/** Segments of similar size that are merged. */
const SEGMENTS_MIN = 2

/** A command to FTS5: https://sqlite.org/fts5.html#special_insert_commands. D1 binds numbers as REAL, which FTS5 refuses. */
function command(name: 'merge' | 'usermerge', value: number): Statement {
  return sql`INSERT INTO post_words (post_words, rank) VALUES (${name}, CAST(${value} AS INTEGER))`
}
