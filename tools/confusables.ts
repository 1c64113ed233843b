import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

export const LOOK_ALIKES_FILE = new URL('../src/kernel/look-alikes.ts', import.meta.url)

/** Run this after an upgrade of `unhomoglyph`. */
export async function writeLookAlikes(): Promise<void> {
  await writeFile(LOOK_ALIKES_FILE, await lookAlikes())
}

export async function lookAlikes(): Promise<string> {
  const source = createRequire(import.meta.url).resolve('unhomoglyph/data.json')
  return reduced(JSON.parse(await readFile(source, 'utf8')))
}

/**
 * Unicode's table of confusable characters (UTS 39, from `unhomoglyph`), reduced to characters that names can contain
 * and that look like an ASCII letter or digit: one line for each of these.
 */
function reduced(table: Readonly<Record<string, string>>): string {
  const alike = new Map<string, string[]>()
  const add = (letter: string, character: string) => alike.set(letter, [...(alike.get(letter) ?? []), character])
  for (const [character, prototype] of Object.entries(table)) {
    const letter = prototype.toLowerCase()
    if (NAME_CHARACTER.test(character) && /^(?:[a-z0-9]|rn)$/.test(letter)) add(LETTER_OF[letter] ?? letter, character)
  }
  for (const [index, character] of [...SMALL_CAPITALS].entries()) add(String.fromCharCode(97 + index), character)
  const lines = [...alike].sort(([a], [b]) => (a < b ? -1 : 1)).map(([letter, characters]) => line(letter, characters))
  return `${HEAD}${lines.join('')}])\n`
}

const HEAD = `// Made by \`npm run confusables\` from Unicode's table of look-alikes. Not to be edited.

/** For each ASCII letter and digit, the characters that look like it. */
export const LOOK_ALIKES: ReadonlyMap<string, string> = new Map([
`

const NAME_CHARACTER = /^(?![a-zA-Z0-9])[\p{L}\p{N}]$/u

/** Unicode maps m to rn, because they look alike. */
const LETTER_OF: Readonly<Record<string, string>> = { rn: 'm' }

/** Missing in Unicode's table, but confusable at the size of a name. There is none for X. */
const SMALL_CAPITALS = 'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡxʏᴢ'

function line(letter: string, characters: string[]): string {
  const foreign = characters.filter((character) => NAME_CHARACTER.test(character))
  return `  ['${letter}', '${[...new Set(foreign)].join('')}'],\n`
}
