import { sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import { USERNAME_MAX, USERNAME_MIN, usernameKey } from '#features/core/people/username-key.ts'

/**
 * The maximum number of mentions in a comment, including removed ones. The triggers
 * comment_mentions_count_made and comment_mentions_ten_at_most enforce it across edits.
 */
export const MENTIONS_MAX = 10
/** The maximum number of possible names in a text that are looked up. */
const NAMES_READ = 50

/**
 * An @ at the beginning of a word, and the characters after it that may be a name. An @ inside an
 * e-mail address or a URL path does not count. An @ after a Han character does, because Chinese is
 * written without spaces.
 */
export const MENTION =
  /(?<!(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}_@/+-])@([\p{L}\p{N}_-]{2,40})/gu

export interface Mentioned {
  uid: number
  /** The name as written in the text. */
  name: string
}

/**
 * A mentioned user who gets a notice. `readsReplies` is false if the user disabled notices of
 * replies.
 */
export interface Addressed extends Mentioned {
  readsReplies: boolean
}

interface NamedRow {
  uid: number
  username_key: string
  notify_reply: number
}

/** Every user that a text might mention, except its writer and erased users. */
export function peopleNamedIn(text: string, writer: number): Statement<NamedRow> {
  const keys = new Set(runsIn(text).flatMap((run) => namesFrom(run).map(usernameKey)))
  return sql`
    SELECT uid, username_key, notify_reply FROM users
    WHERE username_key IN (SELECT value FROM json_each(${JSON.stringify([...keys])}))
      AND status <> 'deleted' AND uid <> ${writer}`
}

/**
 * The first ten mentioned users in the order of the text. The writer's own name and unknown names
 * stay plain text.
 */
export function mentionsIn(text: string, people: NamedRow[]): Addressed[] {
  const uids = new Map(people.map(({ uid, username_key }) => [username_key, uid]))
  const readers = new Set(
    people.filter(({ notify_reply }) => notify_reply === 1).map(({ uid }) => uid),
  )
  const mentioned = new Map<number, Addressed>()
  for (const run of runsIn(text)) {
    const found = firstNamed(run, uids)
    if (found && !mentioned.has(found.uid))
      mentioned.set(found.uid, { ...found, readsReplies: readers.has(found.uid) })
  }
  return [...mentioned.values()].slice(0, MENTIONS_MAX)
}

/**
 * The user with the longest name at the beginning of `run`, or null. `uids` has the name keys of
 * users.
 */
function firstNamed(run: string, uids: ReadonlyMap<string, number>): Mentioned | null {
  for (const name of namesFrom(run)) {
    const uid = uids.get(usernameKey(name))
    if (uid !== undefined) return { uid, name }
  }
  return null
}

/**
 * The distinct runs of letters after an @, up to a maximum, so that a pasted text cannot cause a
 * large query.
 */
function runsIn(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(MENTION), ([, run = '']) => run))].slice(
    0,
    NAMES_READ,
  )
}

/**
 * The names at the beginning of a run, longest first: the whole run, and each part of it that ends
 * before a Han character.
 */
function namesFrom(run: string): string[] {
  const characters = [...run]
  const lengths = characters.map((_, index) => characters.length - index)
  return lengths
    .filter((length) => length >= USERNAME_MIN && length <= USERNAME_MAX)
    .filter((length) => length === characters.length || HAN.test(characters[length] ?? ''))
    .map((length) => characters.slice(0, length).join(''))
}

const HAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** A part of a text: a mention has a `uid`, plain text has none. */
export interface TextPart {
  text: string
  uid?: number
}

/**
 * Splits a text at its mentions. `uids` has the mentioned users by the key of the name as written,
 * which stays even after the user has another name.
 */
export function partsOf(text: string, uids: ReadonlyMap<string, number>): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const { 1: run = '', index } of text.matchAll(MENTION)) {
    const person = firstNamed(run, uids)
    if (person === null) continue
    if (index > end) parts.push({ text: text.slice(end, index) })
    parts.push({ text: `@${person.name}`, uid: person.uid })
    end = index + 1 + person.name.length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}
