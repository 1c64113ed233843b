import { sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import { type Term, termsOf } from '#features/publishing/search/fts/match.ts'
import { newestMatches } from '#features/publishing/search/fts/newest-matches.ts'
import { marksOf, type SearchQuery } from '#features/publishing/search/fts/search-posts.ts'
import { piecesOf } from '#features/publishing/search/fts/tokens.ts'

/** Only where less than this is found is another spelling looked for. */
const FEW = 3
/** How many words of a search are tried, and how long they may be: each spelling is a look into the index. */
const WORDS_TRIED_MAX = 2
const WORD_TRIED_MAX = 16
/** In a shorter word one letter more or less is simply another word. */
const WORD_TRIED_MIN = 4
/** Posts with a word are counted up to here, to tell the usual spelling from a rare one. */
const USES_COUNTED_MAX = 20
/** A word that is used at all is only doubted for one that is used so many times as often. */
const MUCH_MORE = 5

/**
 * The search as it was probably meant: a word that hardly any post has gives way to one of the index that is a letter away from it
 * and that posts have. Null where nothing better is known. Scripts without spaces have no such words, and are left alone.
 */
export async function meantBy(search: Database, query: SearchQuery, found: number): Promise<string | null> {
  if (found >= FEW) return null
  const doubtful = termsOf(query.q).filter(isTried).slice(0, WORDS_TRIED_MAX)
  if (doubtful.length === 0) return null
  const uses = await search.batch(doubtful.map(usesOf))
  const better = new Map(doubtful.flatMap(({ folded }, n) => bestOf(folded, uses[n] ?? [], found)))
  if (better.size === 0) return null
  const meant = withWords(query.q, better)
  const [first] = await search.batch(newestMatches('post', meant, marksOf(query), null, 1))
  return first?.length ? meant : null
}

function isTried({ kind, folded }: Term): boolean {
  return (
    kind === 'word' && /^[a-z]+$/.test(folded) && folded.length >= WORD_TRIED_MIN && folded.length <= WORD_TRIED_MAX
  )
}

interface Uses {
  word: string
  uses: number
}

/** The word itself and its other spellings that the index knows, with how many posts have each. */
function usesOf({ folded }: Term): Statement<Uses> {
  return sql`
    SELECT value AS word, (
      SELECT COUNT(*) FROM (SELECT 1 FROM post_words WHERE post_words MATCH '"' || value || '"' LIMIT ${USES_COUNTED_MAX})
    ) AS uses
    FROM json_each(${JSON.stringify([folded, ...spellingsOf(folded)])})
    WHERE EXISTS (SELECT 1 FROM post_vocabulary WHERE term = value)`
}

function bestOf(word: string, uses: readonly Uses[], found: number): [string, string][] {
  const own = uses.find((use) => use.word === word)?.uses ?? 0
  // It is the beginning of a word, or another form of it.
  if (own === 0 && found > 0) return []
  const [best] = uses.filter((use) => use.word !== word).toSorted((a, b) => b.uses - a.uses)
  return best && best.uses >= Math.max(1, own * MUCH_MORE) ? [[word, best.word]] : []
}

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz']

/** Everything that is one slip away: two letters swapped, one left out, one too many, one wrong. */
export function spellingsOf(word: string): string[] {
  const cuts = Array.from({ length: word.length + 1 }, (_, at) => [word.slice(0, at), word.slice(at)] as const)
  const spellings = cuts.flatMap(([before, after]) => [
    ...(after.length > 1 ? [before + after.charAt(1) + after.charAt(0) + after.slice(2)] : []),
    ...(after.length > 0 ? [before + after.slice(1)] : []),
    ...LETTERS.map((letter) => before + letter + after),
    ...(after.length > 0 ? LETTERS.map((letter) => before + letter + after.slice(1)) : []),
  ])
  return [...new Set(spellings)].filter((spelling) => spelling !== word)
}

/** What was typed, with other words in the places of some. */
function withWords(q: string, better: ReadonlyMap<string, string>): string {
  const typed = q.normalize('NFC')
  let meant = ''
  let at = 0
  for (const { folded, start, end } of piecesOf(typed)) {
    meant += typed.slice(at, start) + (better.get(folded) ?? typed.slice(start, end))
    at = end
  }
  return meant + typed.slice(at)
}
