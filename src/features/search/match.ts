import { type Piece, pairsOf, piecesOf } from '#features/search/tokens.ts'

export const QUERY_MAX = 100

/** One thing to find: a word, by its beginning if that says enough; or characters in a row. */
export interface Term {
  kind: Piece['kind']
  folded: string
}

/** `Go` finds Go and not Google; `jav` finds JavaScript. */
export function matchesBeginnings({ kind, folded }: Term): boolean {
  return kind === 'word' && folded.length >= 3
}

/** What a search is for. Everything in it must be found; punctuation and the words of a query language mean nothing. */
export function termsOf(query: string): Term[] {
  const terms = [...piecesOf(query.normalize('NFC'))].flatMap(({ kind, folded }) =>
    kind === 'run' ? wordsIn(folded).map((word): Term => ({ kind, folded: word })) : { kind, folded },
  )
  return [...new Map(terms.map((term) => [term.folded, term])).values()]
}

/** The search as FTS5 takes it, or null if there is nothing to look for. `facets` narrow it. */
export function matchOf(query: string, facets: string[], columns = 'title tags body'): string | null {
  const terms = termsOf(query)
  if (terms.length === 0) return null
  // A term is quoted and holds letters, digits, + and # only, so that nothing in it is taken for an operator.
  const wanted = `{${columns}} : (${terms.map(expression).join(' AND ')})`
  return [wanted, ...facets.map((facet) => `facets : "${facet}"`)].join(' AND ')
}

function expression(term: Term): string {
  if (term.kind === 'run') return `"${pairsOf(term.folded).join(' ')}"`
  // Both, so that the very word ranks above words that only begin with it.
  return matchesBeginnings(term) ? `("${term.folded}" OR "${term.folded}" *)` : `"${term.folded}"`
}

/** Longer than this, a run is a sentence: its words may stand anywhere. */
const WORD_LENGTH = 4

/** Of a sentence, its words. The dictionary knows few long ones, so a character left alone joins the word before it. */
function wordsIn(run: string): string[] {
  if ([...run].length <= WORD_LENGTH) return [run]
  const words: string[] = []
  for (const { segment } of segmenter.segment(run)) {
    const last = words.at(-1)
    if ([...segment].length === 1 && last !== undefined && [...last].length < 3) words[words.length - 1] += segment
    else words.push(segment)
  }
  const telling = words.filter((word) => [...word].length > 1)
  return telling.length > 0 ? telling : [run]
}

const segmenter = new Intl.Segmenter('zh-CN', { granularity: 'word' })
