import { LOOK_ALIKES } from '#kernel/text/look-alikes.ts'
import { SIMPLIFIED_PAIRS } from '#kernel/text/simplified.ts'

interface ReadAs {
  characters: ReadonlyMap<string, string>
  /**
   * The replacement of each UTF-16 code unit; 0 for characters that stay. A table is used because a
   * call of a function for each character would cost five times as much.
   */
  codes: Uint16Array
}

let readAs: ReadAs | null = null

/**
 * Tables that replace look-alikes by Latin letters, also look-alikes of capitals, because the key
 * has no case, and traditional by simplified Chinese characters. They are made on first use.
 */
function tables(): ReadAs {
  readAs ??= makeTables()
  return readAs
}

function makeTables(): ReadAs {
  const letters = Array.from(
    lettersOfLookAlikes(),
    ([each, letter]) => [each, letter === 'i' ? 'l' : letter] as const,
  )
  const characters = new Map([
    ...letters.map(([each, letter]) => [each.toLowerCase(), letter] as const),
    ...letters,
    ...Array.from(
      SIMPLIFIED_PAIRS.matchAll(/(\S)(\S)/gu),
      ([, from = '', to = '']) => [from, to] as const,
    ),
  ])
  const codes = new Uint16Array(0x10000)
  for (const [from, to] of [...characters, ['0', 'o'], ['1', 'l'], ['i', 'l']] as const)
    if (from.length === 1) codes[from.charCodeAt(0)] = to.charCodeAt(0)
  return { characters, codes }
}

/**
 * A text as people read it: without accents, invisible characters and case, with one character for
 * all its look-alikes, and with single spaces.
 */
export function readingKey(text: string): string {
  return asRead(
    text
      // NFKD would turn each of these ligatures and squared words into up to 18 characters.
      .replace(/[\u3300-\u33ff\ufdf0-\ufdff]/g, ' ')
      .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
      .normalize('NFKD')
      .replace(/\p{M}+/gu, '')
      .toLowerCase(),
  )
    .normalize('NFC')
    .replace(/\s+/g, ' ')
}

function asRead(text: string): string {
  const { characters, codes } = tables()
  let [read, start] = ['', 0]
  for (let index = 0; index < text.length; index++) {
    const code = codes[text.charCodeAt(index)] ?? 0
    if (code === 0) continue
    read += text.slice(start, index) + String.fromCharCode(code)
    start = index + 1
  }
  return (read + text.slice(start)).replace(
    /[\u{10000}-\u{10ffff}]/gu,
    (character) => characters.get(character) ?? character,
  )
}

/**
 * Joins letters that stand alone (`s p a m`, `s.p.a.m`) and Chinese characters with signs between
 * them. `joints` are the places between the joined letters: a word can begin and end there, as in
 * `I s p a m`. Expects a reading key.
 */
export function withoutSpacing(key: string): { text: string; joints: ReadonlySet<number> } {
  const joints = new Set<number>()
  let removed = 0
  const text = key
    .replace(/(?<=\p{Script=Han})[ \-_.*·|/~+]{1,3}(?=\p{Script=Han})/gu, '')
    .replace(
      /(?<=(?<![\p{L}\p{N}])[\p{L}\p{N}])[ \-_.*·|/~+]{1,3}(?=[\p{L}\p{N}](?![\p{L}\p{N}]))/gu,
      (spacing, at: number) => {
        joints.add(at - removed)
        removed += spacing.length
        return ''
      },
    )
  return { text, joints }
}

/** The text with simplified Chinese characters. */
export function simplified(text: string): string {
  if (!/\p{Script=Han}/u.test(text)) return text
  const { characters } = tables()
  return text.replace(/\p{Script=Han}/gu, (character) => characters.get(character) ?? character)
}

let letters: ReadonlyMap<string, string> | null = null

/**
 * The letter that each look-alike resembles. The map is made on first use, because few requests
 * need it and a cold start should not take longer for it.
 */
function lettersOfLookAlikes(): ReadonlyMap<string, string> {
  letters ??= new Map(
    [...LOOK_ALIKES].flatMap(([letter, characters]) =>
      [...characters].map((character) => [character, letter]),
    ),
  )
  return letters
}

/**
 * Accents of Latin, Greek and Cyrillic letters. In other scripts, marks make other letters: か and
 * が.
 */
const ACCENTS = /[\u0300-\u036f]/g

/** The text in the Latin letters that it resembles, without accents. Upper and lower case stay. */
export function latinOf(text: string): string {
  const characters = [...text.normalize('NFKD').replace(ACCENTS, '')]
  const lettersOf = lettersOfLookAlikes()
  return characters
    .map((character) => lettersOf.get(character) ?? character)
    .join('')
    .normalize('NFC')
}
