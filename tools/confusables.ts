import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

export const LOOK_ALIKES_FILE = new URL('../src/kernel/look-alikes.ts', import.meta.url)

/** To be run after `unhomoglyph` was upgraded. */
export async function writeLookAlikes(): Promise<void> {
  await writeFile(LOOK_ALIKES_FILE, await lookAlikes())
}

export async function lookAlikes(): Promise<string> {
  const source = createRequire(import.meta.url).resolve('unhomoglyph/data.json')
  return reduced(JSON.parse(await readFile(source, 'utf8')))
}

/**
 * Unicode's table of characters that look alike (UTS 39, by way of `unhomoglyph`), reduced to what a name can hold and to what
 * passes for a letter or digit of ASCII: a line for each of these.
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

/** For each letter and digit of ASCII, the characters that pass for it. */
export const LOOK_ALIKES: ReadonlyMap<string, string> = new Map([
`

const NAME_CHARACTER = /^(?![a-zA-Z0-9])[\p{L}\p{N}]$/u

/** Unicode takes m apart, since rn looks like it. */
const LETTER_OF: Readonly<Record<string, string>> = { rn: 'm' }

/** Unicode leaves most of these out, and at the size of a name they pass for letters. There is none of X. */
const SMALL_CAPITALS = 'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡxʏᴢ'

function line(letter: string, characters: string[]): string {
  const foreign = characters.filter((character) => NAME_CHARACTER.test(character))
  return `  ['${letter}', '${[...new Set(foreign)].join('')}'],\n`
}
