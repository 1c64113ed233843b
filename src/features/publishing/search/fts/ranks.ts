import { type SQL, sql } from 'drizzle-orm'
import { hasBeginnings, widened } from '#features/publishing/search/fts/beginnings.ts'
import { IN_TAGS, IN_TITLE } from '#features/publishing/search/fts/marks.ts'
import { anyOf, everyOf, type Term } from '#features/publishing/search/fts/match.ts'

/** Where a search looks one after the other, as FTS5 takes it. What is found in one is in none of the others. */
export interface Ranks {
  whole: SQL[]
  /** For words that begin so, where whole ones find too little. */
  begun: SQL[]
}

/**
 * The title counts most, then the tags, then the text: all words in the title, in title and tags, some of them there, none.
 * `bm25` would read every place of every word on the site to know how rare they are.
 */
export function ranksOf(terms: readonly Term[], narrowing: readonly string[]): Ranks {
  const all = narrowed(everyOf(terms), narrowing)
  const inTitle = narrowed(everyOf(terms, IN_TITLE), narrowing)
  const inHead = narrowed(everyOf(terms, IN_TITLE, IN_TAGS), narrowing)
  const partlyInHead = anyOf(terms, IN_TITLE, IN_TAGS)
  const whole = [
    inTitle,
    `(${inHead}) NOT (${inTitle})`,
    ...(terms.length > 1 ? [`(${all} AND ${partlyInHead}) NOT (${inHead})`] : []),
    `(${all}) NOT ${partlyInHead}`,
  ]
  return { whole: whole.map((match) => sql`${match}`), begun: hasBeginnings(terms) ? begun(terms, narrowing, all) : [] }
}

function begun(terms: readonly Term[], narrowing: readonly string[], whole: string): SQL[] {
  const [inTitle, all] = [widened(terms, narrowing, IN_TITLE), widened(terms, narrowing)]
  return [
    sql`'(' || ${inTitle} || ') NOT (' || ${whole} || ')'`,
    sql`'(' || ${all} || ') NOT ((' || ${whole} || ') OR (' || ${inTitle} || '))'`,
  ]
}

function narrowed(match: string, narrowing: readonly string[]): string {
  return [match, ...narrowing].join(' AND ')
}
