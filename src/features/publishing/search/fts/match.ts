import { type Piece, pairsOf, piecesOf } from '#features/publishing/search/fts/tokens.ts'

/** Of a longer search the first ones are looked for: what holds them all is what was meant, and each makes it dearer. */
const TERMS_MAX = 8

/** One thing to find: a word, by its beginning if that says enough; or characters in a row. */
export interface Term {
  kind: Piece['kind']
  folded: string
}

/** `Go` finds Go and not Google; `jav` finds JavaScript. */
export function matchesBeginnings({ kind, folded }: Term): boolean {
  return kind === 'word' && folded.length >= 3
}

/** What a search is for. All of it must be found; punctuation and the words of a query language mean nothing. */
export function termsOf(query: string): Term[] {
  const terms = [...piecesOf(query.normalize('NFC'))].flatMap(({ kind, folded }) =>
    kind === 'run' ? wordsIn(folded).map((word): Term => ({ kind, folded: word })) : { kind, folded },
  )
  return [...new Map(terms.map((term) => [term.folded, term])).values()].slice(0, TERMS_MAX)
}

/** As FTS5 takes it: every term, each under one of the marks. */
export function everyOf(terms: readonly Term[], ...marks: string[]): string {
  return terms.map((term) => anyOf([term], ...marks)).join(' AND ')
}

/** At least one term, under one of the marks. */
export function anyOf(terms: readonly Term[], ...marks: string[]): string {
  return `(${terms.flatMap((term) => (marks.length > 0 ? marks : ['']).map((mark) => phrase(term, mark))).join(' OR ')})`
}

/** One mark, or several of which one is enough. */
export type Mark = string | readonly string[]

/** Marks that everything found must have. */
export function narrowedTo(marks: readonly Mark[]): string[] {
  return marks.map((mark) =>
    typeof mark === 'string' ? `"${mark}"` : `(${mark.map((one) => `"${one}"`).join(' OR ')})`,
  )
}

/** A term is quoted and holds letters, digits, + and # only, so that nothing in it is taken for an operator. */
function phrase({ kind, folded }: Term, mark: string): string {
  const tokens = kind === 'run' ? pairsOf(folded) : [folded]
  return `"${tokens.map((token) => mark + token).join(' ')}"`
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
