import { type SQL, sql } from 'drizzle-orm'
import { beginsWith } from '#db/conditions.ts'
import { formsOf } from '#features/publishing/search/fts/forms.ts'
import { everyOf, matchesBeginnings, type Term } from '#features/publishing/search/fts/match.ts'

/** Each index is a table `…_words`; its sorted words are in `…_vocabulary`. */
export type Index = 'post' | 'hidden' | 'comment'

/** The maximum number of words for all prefixes of a search, and the minimum for each prefix. */
const WORDS_MAX = 32
const WORDS_A_BEGINNING_MIN = 4
/** The step number of other forms of a word. The recursion does not continue from them. */
const FORM = 1_000

export function hasBeginnings(terms: readonly Term[]): boolean {
  return terms.some(matchesBeginnings)
}

/**
 * For a `WITH RECURSIVE`: the words that start with each prefix, found by stepping from word to word, and its other forms.
 * FTS5's own `"jav" *` reads every position of every such word first. This reads only the words, and only if the search gets
 * that far.
 */
export function vocabularyFor(index: Index, terms: readonly Term[]): SQL {
  const beginnings = terms.filter(matchesBeginnings).map(({ folded }) => folded)
  const steps = Math.max(WORDS_A_BEGINNING_MIN, Math.floor(WORDS_MAX / beginnings.length))
  const first = beginnings.flatMap((beginning) => [
    [beginning, beginning, 0],
    ...formsOf(beginning).map((form) => [beginning, form, FORM]),
  ])
  const isStep = beginsWith(sql`word`, sql`beginning`)
  return sql`
    steps (beginning, word, step) AS (
      SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(${JSON.stringify(first)})
      UNION ALL
      SELECT beginning, (SELECT term FROM ${sql.raw(index)}_vocabulary WHERE term >= word || char(1) LIMIT 1), step + 1
      FROM steps WHERE step < ${steps} AND ${isStep}
    ), alternatives (words) AS MATERIALIZED (
      SELECT group_concat(word, ' ') FROM steps WHERE step = ${FORM} OR ${isStep} GROUP BY beginning
    )`
}

/** The query for FTS5, with each prefix replaced by its words. */
export function widened(terms: readonly Term[], narrowing: readonly string[], mark = ''): SQL {
  const whole = terms.filter((term) => !matchesBeginnings(term))
  const fixed = [...(whole.length > 0 ? [everyOf(whole, mark)] : []), ...narrowing]
    .map((part) => `${part} AND `)
    .join('')
  return sql`(
    SELECT ${fixed} || group_concat('("${sql.raw(mark)}' || replace(words, ' ', '" OR "${sql.raw(mark)}') || '")', ' AND ')
    FROM alternatives)`
}
