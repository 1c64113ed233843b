import { LOOK_ALIKES } from '#kernel/look-alikes.ts'

let letters: ReadonlyMap<string, string> | null = null

/** The letter that each look-alike resembles. Made on first use: few requests need it, and a cold start should not pay for it. */
export function lettersOfLookAlikes(): ReadonlyMap<string, string> {
  letters ??= new Map(
    [...LOOK_ALIKES].flatMap(([letter, characters]) => [...characters].map((character) => [character, letter])),
  )
  return letters
}

/** Accents of Latin, Greek and Cyrillic letters. The marks of other scripts make other letters: か and が. */
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
