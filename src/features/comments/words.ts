import type { FullComment } from '#features/comments/comment.ts'
import { mentionsOf } from '#features/comments/comment.ts'
import { firstNamed, MENTION } from '#features/comments/mentions.ts'
import { usernameKey } from '#features/profiles/username.ts'

/** A piece of a comment's text: plain, a person who is mentioned, or an address. */
export type Words = { text: string; uid?: number; href?: string }

/** The text of a comment as it is shown. A person stays linked under the name as written, whatever they are called today. */
export function wordsOf(row: FullComment): Words[] {
  const uids = new Map(mentionsOf(row).map(({ name, uid }) => [usernameKey(name), uid]))
  return cut(row.body, ADDRESS, addressIn).flatMap((words) =>
    words.href === undefined ? cut(words.text, MENTION, ([, run = '']) => personIn(run, uids)) : [words],
  )
}

/** Cuts a text at what a pattern finds; what `wordsIn` does not know stays text. */
function cut(text: string, pattern: RegExp, wordsIn: (found: RegExpExecArray) => Words | null): Words[] {
  const pieces: Words[] = []
  let end = 0
  for (const found of text.matchAll(pattern)) {
    const words = wordsIn(found)
    if (words === null) continue
    if (found.index > end) pieces.push({ text: text.slice(end, found.index) })
    pieces.push(words)
    end = found.index + words.text.length
  }
  if (end < text.length) pieces.push({ text: text.slice(end) })
  return pieces
}

// Chinese punctuation ends an address without a space.
const ADDRESS = /\bhttps?:\/\/[^\s<>"'`，。！？；：、（）【】《》「」“”‘’]+/gi

function addressIn([found]: RegExpExecArray): Words | null {
  const text = withoutFullStop(found)
  return URL.canParse(text) ? { text, href: new URL(text).href } : null
}

/** "(see https://example.com/a_(b))." ends before its last two characters. */
function withoutFullStop(found: string): string {
  const text = found.replace(/[.,;:!?*_~]+$/, '')
  const opened = text.split('(').length
  return text.endsWith(')') && text.split(')').length > opened ? withoutFullStop(text.slice(0, -1)) : text
}

function personIn(run: string, uids: ReadonlyMap<string, number>): Words | null {
  const person = firstNamed(run, uids)
  return person && { text: `@${person.name}`, uid: person.uid }
}
