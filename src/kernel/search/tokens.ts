/**
 * Splits text for the index. Scripts without spaces between words are split into overlapping pairs
 * of characters, so that a word of two characters is found anywhere. Other scripts are split into
 * words.
 */

/** A searchable piece of a text, with its position and normalised form. */
interface Piece {
  kind: 'word' | 'run' | 'symbol'
  /**
   * Normalised: in lower case, without diacritics, and with ordinary characters instead of
   * full-width and other compatibility forms.
   */
  folded: string
  start: number
  end: number
}

/** A longer word is cut to this length, in the index and in queries. */
const WORD_MAX = 40
/** Of a longer word, only this beginning is folded. Folding removes diacritics, so it is longer. */
const FOLDED_MAX = 10 * WORD_MAX

export function* piecesOf(text: string): Generator<Piece> {
  for (let start = 0; start < text.length; ) {
    // Fast path: most words are plain ASCII, and this check takes a tenth of the time of the
    // regular expression.
    const end = endOfPlain(text, start)
    if (end > start && !continuesWord(text.charCodeAt(end))) {
      yield { kind: 'word', folded: foldPlain(text.slice(start, end)), start, end }
      start = end
    } else if (end === start && text.charCodeAt(start) < 0x80) start++
    else {
      const piece = pieceAt(text, start)
      if (piece && piece.folded !== '') yield piece
      start = piece ? piece.end : start + 1
    }
  }
}

function pieceAt(text: string, start: number): Piece | null {
  PIECE.lastIndex = start
  const match = PIECE.exec(text)
  if (!match) return null
  const [found] = match
  const end = start + found.length
  if (match.groups?.run !== undefined)
    return { kind: 'run', folded: found.normalize('NFKC'), start, end }
  if (match.groups?.symbol !== undefined) return { kind: 'symbol', folded: found, start, end }
  return { kind: 'word', folded: foldWord(found), start, end }
}

/** The end of a sequence of ASCII letters and digits that starts here. */
function endOfPlain(text: string, start: number): number {
  let end = start
  for (let code = text.charCodeAt(end); isPlain(code); code = text.charCodeAt(end)) end++
  return end
}

function isPlain(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x30 && code <= 0x39)
  )
}

/**
 * Whether this character may continue a word: a non-ASCII letter, an apostrophe, or the symbols of
 * C++ and C#.
 */
function continuesWord(code: number): boolean {
  return code >= 0x80 || code === 0x27 || code === 0x2b || code === 0x23
}

/**
 * The maximum number of characters of a text that are indexed, after folding: the compatibility
 * form of one character may have 18. A body has at most 200,000 characters.
 */
export const INDEXED_MAX = 400_000
/**
 * The maximum number of bytes of the tokens of a text, because D1 allows 2 MB for a value. A UTF-16
 * code unit takes at most three bytes, and a space one.
 */
const TOKEN_BYTES_MAX = 1_900_000

/**
 * The tokens of a text, as they are stored in the index. The end of a very long text is left out.
 */
export function tokensOf(text: string): string {
  const tokens: string[] = []
  const characters = new Set<string>()
  let [left, bytes] = [INDEXED_MAX, TOKEN_BYTES_MAX]
  const add = (token: string) => {
    bytes -= 3 * token.length + 1
    if (bytes >= 0) tokens.push(token)
  }
  for (const { kind, folded } of piecesOf(text)) {
    if (kind !== 'run') add(folded)
    else {
      const part = folded.slice(0, left)
      for (const pair of pairsOf(part)) add(pair)
      for (const character of part) characters.add(character)
    }
    left -= folded.length
    if (left <= 0 || bytes <= 0) break
  }
  // Each single character once, because a search for one character does not match pairs.
  for (const character of characters) add(character)
  return tokens.join(' ')
}

/**
 * The overlapping pairs of a run: `数据库` becomes `数据` and `据库`. A single character stays as it is.
 */
function pairsOf(run: string): string[] {
  const characters = [...run]
  if (characters.length === 1) return characters
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`)
}

const UNSPACED = [
  'Han',
  'Hiragana',
  'Katakana',
  'Hangul',
  'Bopomofo',
  'Yi',
  'Thai',
  'Lao',
  'Khmer',
  'Myanmar',
]
// Japanese sound marks (ー and the half-width ones) belong to two scripts, so no script name matches
// them.
const IN_RUN = `[${UNSPACED.map((script) => `\\p{Script=${script}}`).join('')}\u30fc\uff70\uff9e\uff9f]`
const WORD = `[[\\p{L}\\p{N}]--${IN_RUN}][[\\p{L}\\p{N}\\p{M}]--${IN_RUN}]*`

const PIECE = new RegExp(
  [
    `(?<run>${IN_RUN}+)`,
    '(?<symbol>\\p{Extended_Pictographic})',
    // C++, C# and F# are different languages from C and F.
    `(?<![\\p{L}\\p{N}])[a-zA-Z](?:\\+\\+|#)`,
    `${WORD}(?:['’]${WORD})*`,
  ].join('|'),
  'vy',
)

function foldWord(word: string): string {
  if (endOfPlain(word, 0) === word.length) return foldPlain(word)
  const folded = word
    // The rest of a longer word is cut anyway, and its compatibility form may be very long.
    .slice(0, FOLDED_MAX)
    .toLowerCase()
    .normalize('NFKD')
    // Diacritics of Latin, Greek and Cyrillic. In other scripts such marks are vowels.
    .replace(/[\u0300-\u036f]/g, '')
    // Removes apostrophes, and the brackets that compatibility forms add: ⑴ becomes (1).
    .replace(/[^\p{L}\p{N}\p{M}+#]/gu, '')
  return [...folded].slice(0, WORD_MAX).join('')
}

function foldPlain(word: string): string {
  return word.toLowerCase().slice(0, WORD_MAX)
}

/** Only this many terms of a query are used: they are specific enough, and each term adds cost. */
const TERMS_MAX = 8

/**
 * A term of a query: a word, which is also a prefix if it is long enough, or a run of characters
 * without spaces.
 */
export interface Term {
  kind: Piece['kind']
  folded: string
}

/**
 * Whether a term also finds longer words: `Go` finds Go but not Google, and `jav` finds JavaScript.
 */
export function matchesPrefix({ kind, folded }: Term): boolean {
  return kind === 'word' && folded.length >= 3
}

/** The terms of a query. All must match. Punctuation and operators have no meaning. */
export function termsOf(query: string): Term[] {
  const terms = [...piecesOf(query.normalize('NFC'))].flatMap(({ kind, folded }) =>
    kind === 'run'
      ? wordsIn(folded).map((word): Term => ({ kind, folded: word }))
      : { kind, folded },
  )
  return [...new Map(terms.map((term) => [term.folded, term])).values()].slice(0, TERMS_MAX)
}

/** An FTS5 expression: every term, each with one of the marks. */
export function everyOf(terms: readonly Term[], ...marks: string[]): string {
  return terms.map((term) => anyOf([term], ...marks)).join(' AND ')
}

/** An FTS5 expression: at least one term with one of the marks. */
export function anyOf(terms: readonly Term[], ...marks: string[]): string {
  return `(${terms.flatMap((term) => (marks.length > 0 ? marks : ['']).map((mark) => phrase(term, mark))).join(' OR ')})`
}

/** One mark, or several marks of which one must match. */
export type Mark = string | readonly string[]

/** FTS5 expressions for marks that every match must have. */
export function filtersOf(marks: readonly Mark[]): string[] {
  return marks.map((mark) =>
    typeof mark === 'string' ? `"${mark}"` : `(${mark.map((one) => `"${one}"`).join(' OR ')})`,
  )
}

/**
 * A term is quoted and contains only letters, digits, + and #, so FTS5 finds no operators in it.
 */
function phrase({ kind, folded }: Term, mark: string): string {
  const tokens = kind === 'run' ? pairsOf(folded) : [folded]
  return `"${tokens.map((token) => mark + token).join(' ')}"`
}

/** A longer run is a sentence. Its words may be anywhere in the text. */
const WORD_LENGTH = 4

/**
 * Splits a sentence into words. The segmenter knows few long words, so a single character is
 * appended to the word before it.
 */
function wordsIn(run: string): string[] {
  if ([...run].length <= WORD_LENGTH) return [run]
  const words: string[] = []
  for (const { segment } of segmenter.segment(run)) {
    const last = words.at(-1)
    if ([...segment].length === 1 && last !== undefined && [...last].length < 3)
      words[words.length - 1] += segment
    else words.push(segment)
  }
  const longWords = words.filter((word) => [...word].length > 1)
  return longWords.length > 0 ? longWords : [run]
}

const segmenter = new Intl.Segmenter('zh-CN', { granularity: 'word' })
