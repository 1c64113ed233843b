import { type Piece, pairsOf, piecesOf } from '#features/publishing/search/fts/tokens.ts'

/** Only the first terms of a longer query are used: they are specific enough, and each term adds cost. */
const TERMS_MAX = 8

/** One term: a word, also as a prefix if it is long enough; or a run of characters without spaces. */
export interface Term {
  kind: Piece['kind']
  folded: string
}

/** `Go` finds Go but not Google; `jav` finds JavaScript. */
export function matchesPrefix({ kind, folded }: Term): boolean {
  return kind === 'word' && folded.length >= 3
}

/** The terms of a query. All must match. Punctuation and operators have no meaning. */
export function termsOf(query: string): Term[] {
  const terms = [...piecesOf(query.normalize('NFC'))].flatMap(({ kind, folded }) =>
    kind === 'run' ? wordsIn(folded).map((word): Term => ({ kind, folded: word })) : { kind, folded },
  )
  return [...new Map(terms.map((term) => [term.folded, term])).values()].slice(0, TERMS_MAX)
}

/** FTS5 expression: every term, each with one of the marks. */
export function everyOf(terms: readonly Term[], ...marks: string[]): string {
  return terms.map((term) => anyOf([term], ...marks)).join(' AND ')
}

/** FTS5 expression: at least one term with one of the marks. */
export function anyOf(terms: readonly Term[], ...marks: string[]): string {
  return `(${terms.flatMap((term) => (marks.length > 0 ? marks : ['']).map((mark) => phrase(term, mark))).join(' OR ')})`
}

/** One mark, or several of which one must match. */
export type Mark = string | readonly string[]

/** FTS5 expressions for marks that every match must have. */
export function filtersOf(marks: readonly Mark[]): string[] {
  return marks.map((mark) =>
    typeof mark === 'string' ? `"${mark}"` : `(${mark.map((one) => `"${one}"`).join(' OR ')})`,
  )
}

/** A term is quoted and contains only letters, digits, + and #, so FTS5 finds no operators in it. */
function phrase({ kind, folded }: Term, mark: string): string {
  const tokens = kind === 'run' ? pairsOf(folded) : [folded]
  return `"${tokens.map((token) => mark + token).join(' ')}"`
}

/** A longer run is a sentence, whose words may be anywhere in the text. */
const WORD_LENGTH = 4

/** Splits a sentence into words. The dictionary has few long words, so a single character is appended to the word before it. */
function wordsIn(run: string): string[] {
  if ([...run].length <= WORD_LENGTH) return [run]
  const words: string[] = []
  for (const { segment } of segmenter.segment(run)) {
    const last = words.at(-1)
    if ([...segment].length === 1 && last !== undefined && [...last].length < 3) words[words.length - 1] += segment
    else words.push(segment)
  }
  const longWords = words.filter((word) => [...word].length > 1)
  return longWords.length > 0 ? longWords : [run]
}

const segmenter = new Intl.Segmenter('zh-CN', { granularity: 'word' })
