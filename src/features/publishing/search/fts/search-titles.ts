import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { hasBeginnings, vocabularyFor, widened } from '#features/publishing/search/fts/beginnings.ts'
import { type Ranked, readInTurn } from '#features/publishing/search/fts/in-turn.ts'
import { IN_TITLE } from '#features/publishing/search/fts/marks.ts'
import { everyOf, termsOf } from '#features/publishing/search/fts/match.ts'

/** The newest posts with all of it in the title: whole words first, then words that begin so. */
export async function searchTitles(search: Database, q: string, limit: number): Promise<number[]> {
  const terms = termsOf(q)
  if (terms.length === 0) return []
  const whole = everyOf(terms, IN_TITLE)
  const reading = { index: 'post', after: null, limit } as const
  if (!hasBeginnings(terms)) return idsOf(await search.all(readInTurn({ ...reading, matches: [sql`${whole}`] })))
  const begun = sql`'(' || ${widened(terms, [], IN_TITLE)} || ') NOT (' || ${whole} || ')'`
  const found = readInTurn({ ...reading, matches: [sql`${whole}`, begun] })
  return idsOf(await search.all(sql<Ranked>`WITH RECURSIVE ${vocabularyFor('post', terms)} ${found}`))
}

const idsOf = (rows: readonly Ranked[]) => rows.map(({ id }) => id)
