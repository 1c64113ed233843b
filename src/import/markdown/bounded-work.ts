import { Lexer, type MarkedExtension, type Token, type TokensList } from 'marked'

/**
 * `marked` needs quadratic time for some texts: it took 6.5 s for 16 KB of `*a `. After this much
 * work, counted in characters, the rest of the text stays as written. A usual post of 400,000
 * characters needs less than a tenth of it.
 */
const WORK_MAX = 60_000_000
/**
 * The cost of a character for emphasis. The search for the end of an emphasis stops at every star,
 * so a character costs more than for other marks.
 */
const EMPHASIS = 10
/**
 * The cost of a cell of a table. `marked` fills short rows with empty cells, so a short text with a
 * wide header and many rows has millions of cells.
 */
const CELL = 100
/**
 * The maximum number of definitions of links, because `marked` compares each reference with all of
 * them.
 */
const DEFINITIONS_MAX = 2_000
/** A longer paragraph is read in pieces. */
const PARAGRAPH_MAX = 10_000
const NESTING_MAX = 50
/** A list needs two levels for each of its own levels: one for the list and one for the item. */
const DEPTH_MAX = 3 * NESTING_MAX
const ADDRESS_MAX = 256
/**
 * The maximum number of lines that continue a quote without its mark. Each of them repeats the work
 * for the whole quote.
 */
const LAZY_MAX = 200

/** Bounds the time for hostile texts without refusing them. */
export function boundedWork(): MarkedExtension {
  let work = 0
  let definitions = 0
  // `false` means that marked's own function runs next. `undefined` means that the text is no such
  // mark.
  const spend = (characters: number) => {
    work += characters
    return work > WORK_MAX ? undefined : false
  }
  return {
    tokenizer: {
      blockquote: (source) => (/^ {0,3}>/.test(source) ? spend(source.length) : false),
      link: (source) => (/^!?\[/.test(source) ? spend(source.length) : false),
      reflink: (source) => (/^!?\[/.test(source) ? spend(source.length) : false),
      codespan: (source) => (source.startsWith('`') ? spend(source.length) : false),
      tag: (source) => (source.startsWith('<') ? spend(source.length) : false),
      emStrong: (source) => (/^[*_]/.test(source) ? spend(EMPHASIS * source.length) : false),
      del: (source) => (source.startsWith('~') ? spend(EMPHASIS * source.length) : false),
      table: (source) => {
        if (!isTable(source)) return false
        // Without work left, the length of the table is not read either.
        return work > WORK_MAX ? undefined : spend(workOfTable(source))
      },
      // An e-mail address has its @ near the beginning, and the search for one in a long word is
      // slow.
      url: (source) =>
        /^(?:https?:|ftp:|www\.)/i.test(source) || source.slice(0, ADDRESS_MAX).includes('@')
          ? false
          : undefined,
      def(source) {
        if (!source.startsWith('[')) return false
        definitions += 1
        return definitions > DEFINITIONS_MAX ? undefined : false
      },
      inlineText(source) {
        const text = source.slice(0, endOfText(source, this.lexer.options.breaks === true))
        return { type: 'text', raw: text, text, escaped: this.lexer.state.inRawBlock }
      },
    },
    hooks: {
      provideLexer: () => (source, options) => new LexerOfPieces(options).lex(source),
    },
  }
}

/**
 * Keeps only the first quotes and lists at the beginning of a line, because thousands of them
 * overflow the stack. Also ends quotes after too many lines without their mark.
 */
export function withBoundedNesting(text: string): string {
  const bounded = text.replace(MARKS, (marks) => {
    const all = marks.match(MARK) ?? []
    return all.length <= NESTING_MAX ? marks : all.slice(0, NESTING_MAX).join(' ')
  })
  let lazy = 0
  return bounded.replace(LAZY, (line) => {
    lazy += 1
    return lazy <= LAZY_MAX ? line : `${line}\n`
  })
}

const MARKS = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t])))+/gm
const LAZY = /^ {0,3}>.*\n(?=[^\n>\s])/gm
const MARK = />|[-+*]|\d{1,9}[.)]/g

/**
 * Bounds the depth, because `marked` calls itself for the content of each quote, list, note and
 * emphasis, when it reads and when it renders. Deeper content stays as written. A long paragraph is
 * read in pieces.
 */
class LexerOfPieces<P, R> extends Lexer<P, R> {
  #depth = 0

  override blockTokens(
    source: string,
    tokens: Token[] = [],
    lastParagraphClipped = false,
  ): TokensList {
    this.#within(source, tokens, () => super.blockTokens(source, tokens, lastParagraphClipped))
    return tokens as TokensList
  }

  override inlineTokens(source: string, tokens: Token[] = []): Token[] {
    this.#within(source, tokens, () => {
      for (const piece of piecesOf(source)) super.inlineTokens(piece, tokens)
    })
    return tokens
  }

  #within(source: string, tokens: Token[], read: () => void): void {
    if (this.#depth >= DEPTH_MAX) {
      tokens.push({ type: 'text', raw: source, text: source, escaped: false })
      return
    }
    this.#depth += 1
    read()
    this.#depth -= 1
  }
}

/** Whether a table begins here: its first line has a bar, and its second line only dashes. */
function isTable(source: string): boolean {
  const [head = '', rule = ''] = source.split('\n', 2)
  return head.includes('|') && rule.includes('-') && /^[ |:-]+$/.test(rule)
}

/** Counts as if all lines up to the next empty line were rows of the table. */
function workOfTable(source: string): number {
  const end = source.indexOf('\n\n')
  const block = end === -1 ? source : source.slice(0, end)
  const [, rule = '', ...rows] = block.split('\n')
  return block.length + CELL * rule.split('|').length * rows.length
}

/** Pieces of a long paragraph, which end at a space if there is one. */
function* piecesOf(source: string): Generator<string> {
  let from = 0
  while (source.length - from > PARAGRAPH_MAX) {
    const space = source.lastIndexOf(' ', from + PARAGRAPH_MAX)
    const to = space > from ? space : from + PARAGRAPH_MAX
    yield source.slice(from, to)
    from = to
  }
  yield source.slice(from)
}

/**
 * Does the same as the function of marked, but in linear time: marked looks for an e-mail address
 * at every character of a long word.
 */
function endOfText(source: string, breaks: boolean): number {
  STOP.lastIndex = 1
  for (let stop = STOP.exec(source); stop !== null; stop = STOP.exec(source)) {
    const end = startOf(source, stop, breaks)
    if (end > 0) return end
  }
  return source.length
}

const STOP = /[\\<![`*~_\n@]|https?|ftp:\/\/|www\./gi

/** The index at which this stop ends the text. Zero if the stop is part of the text. */
function startOf(source: string, { 0: found, index }: RegExpExecArray, breaks: boolean): number {
  if (found === '@') return startOfRun(source, index, isInAddress)
  if (found !== '\n') return index
  const start = startOfRun(source, index, (character) => character === ' ')
  return breaks || index - start >= 2 ? start : 0
}

function startOfRun(source: string, end: number, belongs: (character: string) => boolean): number {
  let start = end
  while (start > 0 && belongs(source[start - 1] ?? '')) start -= 1
  return start
}

const isInAddress = (character: string) => /[a-zA-Z0-9.!#$%&'*+/=?_`{|}~-]/.test(character)
