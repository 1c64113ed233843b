import type { Loss } from '#import/item.ts'
import { isVisible } from '#kernel/fields.ts'
import { IMPORT_KEY_MAX, SUMMARY_MAX, TAG_MAX, TAGS_MAX, TITLE_MAX, tagKey } from '#kernel/post-limits.ts'

/** The same id gives the same key. A long id is cut and gets a hash of the whole. */
export function importKey(prefix: string, id: string): string {
  const key = `${prefix}:${id.replace(/[\s\p{C}]/gu, '_')}`
  return key.length <= IMPORT_KEY_MAX ? key : `${key.slice(0, IMPORT_KEY_MAX - 17).toWellFormed()}-${hash(key)}`
}

/** One line, cut to the length that the site accepts. Empty if it has no visible character. */
export function importTitle(title: string): string {
  return shortened(oneLine(title), TITLE_MAX)
}

/** Null if it is empty. */
export function importSummary(summary: string): string | null {
  return shortened(oneLine(summary), SUMMARY_MAX) || null
}

/** The tags that the site accepts, and the others as a loss. */
export function importTags(names: readonly string[]): { tags: string[]; losses: Loss[] } {
  const all = new Map<string, string>()
  for (const name of names) {
    const tag = oneLine(name)
      .replace(/^#+(?=.)/, '')
      .normalize('NFC')
    if (tag !== '' && !all.has(tagKey(tag))) all.set(tagKey(tag), tag)
  }
  const fitting = [...all.values()].filter((tag) => [...tag].length <= TAG_MAX)
  const tags = fitting.slice(0, TAGS_MAX)
  const lost = [...all.values()].filter((tag) => !tags.includes(tag))
  return {
    tags,
    losses: lost.length === 0 ? [] : [{ kind: 'tags', count: lost.length, detail: lost.join(', ').slice(0, 200) }],
  }
}

function oneLine(text: string): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Bidi_Control}\0]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
  return isVisible(line) ? line : ''
}

export function shortened(text: string, max: number): string {
  const characters = [...text]
  return characters.length <= max
    ? text
    : `${characters
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`
}

/** The API refuses NUL and lone surrogates. */
export function acceptedText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

/** FNV-1a with 64 bits. */
function hash(text: string): string {
  let value = 0xcbf29ce484222325n
  for (const byte of new TextEncoder().encode(text)) value = BigInt.asUintN(64, (value ^ BigInt(byte)) * 0x100000001b3n)
  return value.toString(16).padStart(16, '0')
}
