import { type SQL, sql } from 'drizzle-orm'
import { beginsWith } from '#db/client.ts'
import { everyOf, matchesPrefix, type Term } from '#features/publishing/search/fts/match.ts'

/** Each index is a table `…_words`; its sorted words are in `…_vocabulary`. */
export type Index = 'post' | 'hidden' | 'comment'

/** The maximum number of words for all prefixes of a search, and the minimum for each prefix. */
const WORDS_MAX = 32
const WORDS_PER_PREFIX_MIN = 4
/** The step number of other forms of a word. The recursion does not continue from them. */
const FORM = 1_000

export function hasPrefixes(terms: readonly Term[]): boolean {
  return terms.some(matchesPrefix)
}

/**
 * For a `WITH RECURSIVE`: the words that start with each prefix, found by stepping from word to word, and its other forms.
 * FTS5's own `"jav" *` reads every position of every such word first. This reads only the words, and only if the search gets
 * that far.
 */
export function vocabularyFor(index: Index, terms: readonly Term[]): SQL {
  const prefixes = terms.filter(matchesPrefix).map(({ folded }) => folded)
  const steps = Math.max(WORDS_PER_PREFIX_MIN, Math.floor(WORDS_MAX / prefixes.length))
  const first = prefixes.flatMap((prefix) => [
    [prefix, prefix, 0],
    ...formsOf(prefix).map((form) => [prefix, form, FORM]),
  ])
  const isStep = beginsWith(sql`word`, sql`prefix`)
  // Prefix matches exclude matches of the whole words, so a single word needs itself only if it has no other forms.
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

/** The query for FTS5, with each prefix replaced by its words. */
export function expandedMatch(terms: readonly Term[], filters: readonly string[], mark = ''): SQL {
  const whole = terms.filter((term) => !matchesPrefix(term))
  const fixed = [...(whole.length > 0 ? [everyOf(whole, mark)] : []), ...filters].map((part) => `${part} AND `).join('')
  return sql`(
    SELECT ${fixed} || group_concat('("${sql.raw(mark)}' || replace(words, ' ', '" OR "${sql.raw(mark)}') || '")', ' AND ')
    FROM alternatives)`
}

/**
 * Other forms of an English word that a prefix search does not find: `posts` finds `post`, `running` finds `run`, `study` finds
 * `studies`. Some results are not words; the index simply does not contain them.
 */
export function formsOf(word: string): string[] {
  if (!/^[a-z]{4,}$/.test(word)) return []
  const forms = ENDINGS.flatMap(([ending, ...instead]) => {
    if (!word.endsWith(ending)) return []
    const stem = word.slice(0, -ending.length)
    return stem.length < STEM_MIN ? [] : instead.map((other) => (other === TWICE ? undoubled(stem) : stem + other))
  })
  return [...new Set(forms)].filter((form) => form !== word)
}

const STEM_MIN = 2
/** The ending doubles the last letter of the stem: `running`. */
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
