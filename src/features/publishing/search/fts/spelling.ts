import { type SQL, sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import { newestMatches } from '#features/publishing/search/fts/newest-matches.ts'
import { marksOf, type SearchQuery } from '#features/publishing/search/fts/search-posts.ts'
import { piecesOf, type Term, termsOf } from '#kernel/search/tokens.ts'

/** Another spelling is suggested only if the search finds fewer posts than this. */
const FEW = 3
/**
 * The maximum number of words that are corrected. Each spelling of a word is one lookup in the
 * index.
 */
const WORDS_TRIED_MAX = 2
/** Longer words have too many spellings. */
const WORD_TRIED_MAX = 16
/** A shorter word with one letter changed is usually a different word. */
const WORD_TRIED_MIN = 4
/**
 * Uses of a word are counted up to this number, which is enough to distinguish common spellings
 * from rare ones.
 */
const USES_COUNTED_MAX = 20
/** A word that is in use is replaced only by one that is used this many times as often. */
const USES_RATIO = 5

/**
 * The query with corrected spelling: a rare word is replaced by an indexed word that differs by one
 * letter. Null if there is no better spelling. Scripts without spaces have no separate words, so
 * they are not corrected.
 */
export async function betterSpelling(
  search: Database,
  query: SearchQuery,
  found: number,
): Promise<string | null> {
  if (found >= FEW) return null
  const [terms, marks] = [termsOf(query.q), marksOf(query)]
  const doubtful = terms.filter(isCorrectable).slice(0, WORDS_TRIED_MAX)
  if (doubtful.length === 0) return null
  const uses = await search.batch(doubtful.map(usesOf))
  const better = new Map(doubtful.flatMap(({ folded }, n) => bestOf(folded, uses[n] ?? [], found)))
  if (better.size === 0) return null
  const corrected = withWords(query.q, better)
  // A single word that is in use finds posts, unless a filter excludes them.
  if (terms.length === 1 && marks.length === 0) return corrected
  const [first] = await search.batch(newestMatches('post', corrected, marks, null, 1))
  return first?.length ? corrected : null
}

function isCorrectable({ kind, folded }: Term): boolean {
  return (
    kind === 'word' &&
    /^[a-z]+$/.test(folded) &&
    folded.length >= WORD_TRIED_MIN &&
    folded.length <= WORD_TRIED_MAX
  )
}

interface Uses {
  word: string
  uses: number
}

/**
 * The indexed words that equal the word or differ from it by one edit, each with the number of
 * posts that use it: two letters swapped, one missing, one added or one changed.
 *
 * There are hundreds of such spellings, and a lookup in the index reads every segment. Most of them
 * add or change a letter behind the same prefix. They are found in the order of the index: a lookup
 * returns the next indexed word, and the spellings before that word need no lookup.
 */
function usesOf({ folded }: Term): Statement<Uses> {
  const cuts = Array.from({ length: folded.length + 1 }, (_, at) => cutAt(folded, at))
  const prefixes = cuts.map(({ before, after }) => {
    const [low = '', high = ''] = [after, after.slice(1)].sort()
    return [before, low, high, `${before}a${low}`]
  })
  const others = cuts.flatMap(({ before, after }) => [
    before + after.slice(1),
    before + after.charAt(1) + after.charAt(0) + after.slice(2),
  ])
  return sql`
    WITH RECURSIVE steps (prefix, low, high, word, next) AS (
      SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, ${nextIndexed(sql`value ->> 3`)}
      FROM json_each(${JSON.stringify(prefixes)})
      UNION ALL
      SELECT prefix, low, high, ${NEXT_SPELLING}, ${nextIndexed(NEXT_SPELLING)}
      FROM steps WHERE ${NEXT_SPELLING} IS NOT NULL
    )
    SELECT word, (
      SELECT COUNT(*) FROM (SELECT 1 FROM post_words WHERE post_words MATCH '"' || word || '"' LIMIT ${USES_COUNTED_MAX})
    ) AS uses
    FROM (
      SELECT word FROM steps WHERE next = word
      UNION SELECT value FROM json_each(${JSON.stringify([...new Set(others)])})
      WHERE EXISTS (SELECT 1 FROM post_vocabulary WHERE term = value))`
}

const cutAt = (word: string, at: number) => ({ before: word.slice(0, at), after: word.slice(at) })

/** The first indexed word from `word` on, or a text behind all words of the letters a to z. */
function nextIndexed(word: SQL): SQL {
  return sql`COALESCE((SELECT term FROM post_vocabulary WHERE term >= ${word} LIMIT 1), '{')`
}

/**
 * The first spelling behind `word` that is not before `next`: the prefix, a letter, and `low` or
 * `high`. Null if the indexed words from `next` on do not begin with the prefix and a letter.
 */
const NEXT_SPELLING = sql.raw(
  `CASE
    WHEN substr(next, 1, length(prefix)) <> prefix OR LETTER > 'z' THEN NULL
    WHEN next <= prefix || LETTER || low AND word < prefix || LETTER || low THEN prefix || LETTER || low
    WHEN next <= prefix || LETTER || high AND word < prefix || LETTER || high THEN prefix || LETTER || high
    WHEN LETTER < 'z' THEN prefix || char(unicode(LETTER) + 1) || low
  END`.replaceAll('LETTER', 'substr(next, length(prefix) + 1, 1)'),
)

function bestOf(word: string, uses: readonly Uses[], found: number): [string, string][] {
  const own = uses.find((use) => use.word === word)?.uses ?? 0
  // The search found posts, so the word is a prefix or another form of an indexed word.
  if (own === 0 && found > 0) return []
  const [best] = uses.filter((use) => use.word !== word).toSorted((a, b) => b.uses - a.uses)
  return best && best.uses >= Math.max(1, own * USES_RATIO) ? [[word, best.word]] : []
}

/** The query as typed, with some of its words replaced. */
function withWords(q: string, better: ReadonlyMap<string, string>): string {
  const typed = q.normalize('NFC')
  let corrected = ''
  let at = 0
  for (const { folded, start, end } of piecesOf(typed)) {
    corrected += typed.slice(at, start) + (better.get(folded) ?? typed.slice(start, end))
    at = end
  }
  return corrected + typed.slice(at)
}
