import { type SQL, sql } from 'drizzle-orm'
import { beginsWith, rowidIs, type Statement } from '#db/client.ts'
import type { Cursor } from '#kernel/paging.ts'
import {
  everyOf,
  filtersOf,
  type Mark,
  matchesPrefix,
  type Term,
  termsOf,
} from '#kernel/search/tokens.ts'

/**
 * A statement for the matches of an index, newest first: matches of whole words, then of prefixes.
 * There is no statement if the query has no terms.
 */
export function newestMatches(
  index: Index,
  q: string,
  marks: readonly Mark[],
  after: Cursor | null,
  limit: number,
): Statement<Ranked>[] {
  const [terms, filters] = [termsOf(q), filtersOf(marks)]
  if (terms.length === 0) return []
  const found = readSequentially({ index, matches: matchesOf(terms, filters), after, limit })
  return [
    hasPrefixes(terms)
      ? sql<Ranked>`WITH RECURSIVE ${vocabularyFor(index, terms)} ${found}`
      : found,
  ]
}

/** The number of matches up to `max`, in a statement that has the vocabulary of `vocabularyFor`. */
export function countMatches(
  index: Index,
  terms: readonly Term[],
  filters: readonly string[],
  max: number,
): SQL {
  const words = sql.raw(`${index}_words`)
  const each = matchesOf(terms, filters).map(
    (match) => sql`SELECT 1 FROM ${words} WHERE ${words} MATCH ${match}`,
  )
  return sql`(SELECT COUNT(*) FROM (${sql.join(each, sql` UNION ALL `)} LIMIT ${max}))`
}

/** FTS5 expressions that do not overlap: first for whole words, then for prefixes. */
function matchesOf(terms: readonly Term[], filters: readonly string[]): SQL[] {
  const whole = [everyOf(terms), ...filters].join(' AND ')
  if (!hasPrefixes(terms)) return [sql`${whole}`]
  return [
    sql`${whole}`,
    sql`'(' || ${expandedMatch(terms, filters)} || ') NOT (' || ${whole} || ')'`,
  ]
}

/** Merges several results without duplicates, best rank first and then newest first. */
export function merged(found: readonly Ranked[][], limit: number): Ranked[] {
  const byId = new Map<number, Ranked>()
  for (const hit of found.flat())
    if (hit.rank < (byId.get(hit.id)?.rank ?? Number.POSITIVE_INFINITY)) byId.set(hit.id, hit)
  return [...byId.values()].sort((a, b) => a.rank - b.rank || b.id - a.id).slice(0, limit)
}

/** A match and its rank; lower is better. */
export interface Ranked {
  rank: number
  id: number
}

export const cursorOf = ({ rank, id }: Ranked): Cursor => [rank, id]

/**
 * A query of an index. `matches` has an FTS5 expression for each rank; `first` is the number of the
 * first rank.
 */
interface Reading {
  index: Index
  matches: readonly SQL[]
  first?: number
  after: Cursor | null
  limit: number
}

/**
 * The rows after the cursor `after`. Each rank is read newest first up to the limit, and the next
 * rank only if the limit is not reached. So the cost is the same on every page and for any size of
 * the site.
 */
export function readSequentially({
  index,
  matches,
  first = 0,
  after,
  limit,
}: Reading): Statement<Ranked> {
  const table = sql.raw(`${index}_words`)
  const ranks = matches.map((match, n) => ({ rank: first + n, match }))
  const selects = ranks
    .filter(({ rank }) => !after || !(rank < Number(after[0])))
    .map(({ rank, match }) => {
      const behind =
        after && Number(after[0]) === rank ? sql`AND ${rowidIs('<', after[1])}` : undefined
      return sql`
        SELECT ${rank} AS rank, rowid AS id FROM ${table} WHERE ${table} MATCH ${match} ${behind}
        ORDER BY rowid DESC LIMIT ${limit}`
    })
  return selects.length === 0
    ? sql<Ranked>`SELECT 0 AS rank, 0 AS id WHERE FALSE`
    : unionAll(selects, limit)
}

export function unionAll(selects: readonly SQL[], limit: number): Statement<Ranked> {
  const each = selects.map((select) => sql`SELECT * FROM (${select})`)
  return sql<Ranked>`${sql.join(each, sql` UNION ALL `)} LIMIT ${limit}`
}

/** Each index is a table `…_words`; its sorted words are in the table `…_vocabulary`. */
type Index = 'post' | 'hidden' | 'comment'

/** The maximum number of words for all prefixes of a search. */
const WORDS_MAX = 32
/** Every prefix gets at least this many words. */
const WORDS_PER_PREFIX_MIN = 4
/** The step number of other forms of a word. The recursion does not continue from such rows. */
const FORM = 1_000

export function hasPrefixes(terms: readonly Term[]): boolean {
  return terms.some(matchesPrefix)
}

/**
 * The tables of a `WITH RECURSIVE` with the words of each prefix: the words that start with it,
 * found by stepping from word to word, and its other forms. FTS5's own `"jav" *` first reads every
 * position of every such word. This reads only the words, and only if the search reaches the
 * matches of prefixes.
 */
export function vocabularyFor(index: Index, terms: readonly Term[]): SQL {
  const prefixes = terms.filter(matchesPrefix).map(({ folded }) => folded)
  const steps = Math.max(WORDS_PER_PREFIX_MIN, Math.floor(WORDS_MAX / prefixes.length))
  const first = prefixes.flatMap((prefix) => [
    [prefix, prefix, 0],
    ...formsOf(prefix).map((form) => [prefix, form, FORM]),
  ])
  const isStep = beginsWith(sql`word`, sql`prefix`)
  // The matches of prefixes exclude those of whole words. So the word of a single-word search is
  // needed here only if it has no other forms.
  const from = terms.length === 1 ? 1 : 0
  return sql`
    steps (prefix, word, step) AS (
      SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(${JSON.stringify(first)})
      UNION ALL
      SELECT prefix, (SELECT term FROM ${sql.raw(index)}_vocabulary WHERE term >= word || char(1) LIMIT 1), step + 1
      FROM steps WHERE step < ${steps} AND ${isStep}
    ), alternatives (words) AS MATERIALIZED (
      SELECT COALESCE(group_concat(iif(step < ${from}, NULL, word), ' '), prefix)
      FROM steps WHERE step = ${FORM} OR ${isStep} GROUP BY prefix
    )`
}

/** The expression for FTS5, with each prefix replaced by its words. */
export function expandedMatch(terms: readonly Term[], filters: readonly string[], mark = ''): SQL {
  const whole = terms.filter((term) => !matchesPrefix(term))
  const fixed = [...(whole.length > 0 ? [everyOf(whole, mark)] : []), ...filters]
    .map((part) => `${part} AND `)
    .join('')
  return sql`(
    SELECT ${fixed} || group_concat('("${sql.raw(mark)}' || replace(words, ' ', '" OR "${sql.raw(mark)}') || '")', ' AND ')
    FROM alternatives)`
}

/**
 * Other forms of an English word that a prefix search does not find: `posts` finds `post`,
 * `running` finds `run`, `study` finds `studies`. Some results are not words, which does no harm,
 * because the index does not contain them.
 */
export function formsOf(word: string): string[] {
  if (!/^[a-z]{4,}$/.test(word)) return []
  const forms = ENDINGS.flatMap(([ending, ...instead]) => {
    if (!word.endsWith(ending)) return []
    const stem = word.slice(0, -ending.length)
    return stem.length < STEM_MIN
      ? []
      : instead.map((other) => (other === TWICE ? undoubled(stem) : stem + other))
  })
  return [...new Set(forms)].filter((form) => form !== word)
}

/** The minimum length of a stem, so that an ending is not removed from a very short word. */
const STEM_MIN = 2
/** Replaces an ending that doubles the last letter of the stem, as in `running`. */
const TWICE = '2'

const ENDINGS = [
  ['s', ''],
  ['es', ''],
  ['ies', 'y'],
  ['ied', 'y'],
  ['ed', '', 'e', TWICE],
  ['ing', '', 'e', TWICE],
  ['er', '', 'e', TWICE],
  ['e', 'ing'],
  ['y', 'ies', 'ied'],
] as const

function undoubled(stem: string): string {
  return stem.at(-1) === stem.at(-2) ? stem.slice(0, -1) : stem
}
