import { readingKey, withoutSpacing } from '#kernel/text/reading-key.ts'

/**
 * Finds the words of a list in a text, in time linear in the text however many words the list has
 * (Aho-Corasick). Words and text are compared as people read them (`readingKey`). A word of Latin,
 * Cyrillic or Greek letters and digits matches as a whole word; a word with letters of another
 * script, such as Chinese, matches anywhere, because these scripts have no spaces between words.
 */
export class WordMatcher {
  readonly words: readonly string[]
  /** The next state by state and UTF-16 code unit. */
  readonly #next = new Map<number, number>()
  /** The state of the longest proper suffix that is in the trie. */
  readonly #suffix: number[] = [0]
  /** The word that ends in a state. */
  readonly #word: (Word | undefined)[] = [undefined]
  /** The nearest shorter state in the suffix chain where a word ends; 0 if none. */
  readonly #shorter: number[] = [0]

  constructor(words: readonly string[]) {
    this.words = words
    const edges: Edge[] = []
    for (const word of words) this.#addWord(word, edges)
    // Shorter prefixes first: the suffix state of a state is shorter than the state.
    for (const edge of edges.sort((one, other) => one.depth - other.depth)) this.#linkSuffix(edge)
  }

  /**
   * The first word of the list that occurs in a text, or null. It also finds words with spaces or
   * signs between their letters.
   */
  find(text: string): string | null {
    if (this.words.length === 0) return null
    const key = readingKey(text)
    const { text: joined, joints } = withoutSpacing(key)
    return this.firstIn(key) ?? this.firstIn(joined, joints)
  }

  /**
   * The first word that ends in a reading key, or null. `joints` are places inside the key where a
   * word can also begin and end (see `withoutSpacing`).
   */
  firstIn(text: string, joints: ReadonlySet<number> = NO_JOINTS): string | null {
    if (this.words.length === 0) return null
    let state = 0
    for (let index = 0; index < text.length; index++) {
      state = this.#step(state, text.charCodeAt(index))
      const found = this.#wordEndingAt(state, text, index + 1, joints)
      if (found !== null) return found
    }
    return null
  }

  #addWord(word: string, edges: Edge[]): void {
    const key = readingKey(word)
    let state = 0
    for (let index = 0; index < key.length; index++) {
      const code = key.charCodeAt(index)
      const known = this.#next.get(keyOf(state, code))
      const next = known ?? this.#suffix.push(0) - 1
      if (known === undefined) {
        this.#next.set(keyOf(state, code), next)
        edges.push({ from: state, code, to: next, depth: index + 1 })
      }
      state = next
    }
    if (state !== 0)
      this.#word[state] = { word, length: key.length, isWhole: !OTHER_SCRIPT.test(key) }
  }

  #linkSuffix({ from, code, to }: Edge): void {
    const suffix = from === 0 ? 0 : this.#step(this.#suffix[from] ?? 0, code)
    this.#suffix[to] = suffix
    this.#shorter[to] = this.#word[suffix] === undefined ? (this.#shorter[suffix] ?? 0) : suffix
  }

  #step(from: number, code: number): number {
    let state = from
    for (;;) {
      const next = this.#next.get(keyOf(state, code))
      if (next !== undefined) return next
      if (state === 0) return 0
      state = this.#suffix[state] ?? 0
    }
  }

  #wordEndingAt(
    state: number,
    text: string,
    end: number,
    joints: ReadonlySet<number>,
  ): string | null {
    let each = this.#word[state] === undefined ? (this.#shorter[state] ?? 0) : state
    if (each === 0) return null
    const isEnd = joints.has(end) || !isLetterOrDigit(text[end])
    for (; each !== 0; each = this.#shorter[each] ?? 0) {
      const found = this.#word[each]
      if (found === undefined) continue
      const start = end - found.length
      if (!found.isWhole || (isEnd && (joints.has(start) || !isLetterOrDigit(text[start - 1]))))
        return found.word
    }
    return null
  }
}

const NO_JOINTS: ReadonlySet<number> = new Set()

interface Word {
  word: string
  /** The length of the reading key of the word. */
  length: number
  isWhole: boolean
}

interface Edge {
  from: number
  code: number
  to: number
  depth: number
}

/**
 * The text with compatibility forms and case folded, without invisible characters and with single
 * spaces.
 */
export function foldText(text: string): string {
  return text
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/g, ' ')
}

function keyOf(state: number, code: number): number {
  return state * 0x10000 + code
}

function isLetterOrDigit(character: string | undefined): boolean {
  return character !== undefined && LETTER_OR_DIGIT.test(character)
}

const LETTER_OR_DIGIT = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]/u
const OTHER_SCRIPT = /(?![\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}])\p{L}/u
