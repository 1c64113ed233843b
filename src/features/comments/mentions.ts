import { sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import { USERNAME_MAX, usernameKey } from '#features/profiles/username.ts'

export const MENTIONS_MOST = 10
const NAMES_READ = 50

/** An @ that begins a word: an e-mail address is no mention. */
export const MENTION = /(?<![\p{L}\p{N}_.@-])@([\p{L}\p{N}_-]{2,40})/gu

export interface Mentioned {
  uid: number
  /** As it stands in the text. */
  name: string
}

interface NamedRow {
  uid: number
  username_key: string
}

/** Everybody a text might name, except its writer. */
export function peopleNamedIn(text: string, writer: number): Statement<NamedRow> {
  const keys = JSON.stringify([...namesIn(text).keys()])
  return sql`
    SELECT uid, username_key FROM users
    WHERE username_key IN (SELECT value FROM json_each(${keys})) AND status <> 'deleted' AND uid <> ${writer}`
}

/** The first ten in the order of the text. Oneself or nobody stays text. */
export function mentionsIn(text: string, people: NamedRow[]): Mentioned[] {
  const uids = new Map(people.map(({ uid, username_key }) => [username_key, uid]))
  return [...namesIn(text)]
    .flatMap(([key, name]) => {
      const uid = uids.get(key)
      return uid === undefined ? [] : [{ uid, name }]
    })
    .slice(0, MENTIONS_MOST)
}

/** By key, so that a name written twice is one; bounded, whatever is pasted. */
function namesIn(text: string): Map<string, string> {
  const names = new Map<string, string>()
  for (const [, name = ''] of text.matchAll(MENTION)) {
    const key = usernameKey(name)
    if ([...name].length <= USERNAME_MAX && names.size < NAMES_READ && !names.has(key)) names.set(key, name)
  }
  return names
}
