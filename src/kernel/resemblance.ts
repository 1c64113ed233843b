import { LOOK_ALIKES } from '#kernel/look-alikes.ts'

const LETTERS: ReadonlyMap<string, string> = new Map(
  [...LOOK_ALIKES].flatMap(([letter, characters]) => [...characters].map((character) => [character, letter])),
)

/** Accents of Latin, Greek and Cyrillic letters. The marks of other scripts make other letters: か and が. */
const ACCENTS = /[\u0300-\u036f]/g

/** The text in the Latin letters that it resembles, without accents. Upper and lower case stay. */
export function latinOf(text: string): string {
  const characters = [...text.normalize('NFKD').replace(ACCENTS, '')]
  return characters
    .map((character) => LETTERS.get(character) ?? character)
    .join('')
    .normalize('NFC')
}
