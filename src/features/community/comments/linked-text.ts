import type { FullComment } from '#features/community/comments/comment.ts'
import { mentionsOf } from '#features/community/comments/comment.ts'
import { firstNamed, MENTION } from '#features/community/comments/mentions.ts'
import { usernameKey } from '#features/core/people/username-key.ts'

/** A part of a comment's text: plain text, a mention or a URL. */
export type TextPart = { text: string; uid?: number; href?: string }

/** The text of a comment as it is shown. A mention keeps the name as written, even after the user is renamed. */
export function linkedText(row: FullComment): TextPart[] {
  const uids = new Map(mentionsOf(row).map(({ name, uid }) => [usernameKey(name), uid]))
  return cut(row.body, ADDRESS, addressIn).flatMap((part) =>
    part.href === undefined ? cut(part.text, MENTION, ([, run = '']) => mentionIn(run, uids)) : [part],
  )
}

/** The address of each URL that is shown as a link. */
export function addressesIn(text: string): string[] {
  return cut(text, ADDRESS, addressIn).flatMap(({ href }) => href ?? [])
}

/** Splits a text at the matches of the pattern. A match for which `partIn` returns null stays text. */
function cut(text: string, pattern: RegExp, partIn: (found: RegExpExecArray) => TextPart | null): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const found of text.matchAll(pattern)) {
    const part = partIn(found)
    if (part === null) continue
    if (found.index > end) parts.push({ text: text.slice(end, found.index) })
    parts.push(part)
    end = found.index + part.text.length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}

// Chinese punctuation ends a URL without a space.
const ADDRESS = /\bhttps?:\/\/[^\s<>"'`，。！？；：、（）【】《》「」“”‘’]+/gi

function addressIn([found]: RegExpExecArray): TextPart | null {
  const text = withoutFullStop(found)
  return URL.canParse(text) ? { text, href: new URL(text).href } : null
}

/** Removes trailing punctuation: "(see https://example.com/a_(b))." ends before its last two characters. */
function withoutFullStop(found: string): string {
  const text = found.replace(/(?<![.,;:!?*_~])[.,;:!?*_~]+$/, '')
  const opened = text.split('(').length
  return text.endsWith(')') && text.split(')').length > opened ? withoutFullStop(text.slice(0, -1)) : text
}

function mentionIn(run: string, uids: ReadonlyMap<string, number>): TextPart | null {
  const person = firstNamed(run, uids)
  return person && { text: `@${person.name}`, uid: person.uid }
}
