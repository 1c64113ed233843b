import { sql } from 'drizzle-orm'
import type { Statements } from '#db/client.ts'
import { refuseMisleadingName, UsernameInput, usernameLook } from '#features/accounts/profiles/usernames.ts'
import { USERNAME_MAX, usernameKey } from '#features/core/people/username-key.ts'

/** Candidates per name and query. */
const TRIED_AT_ONCE = 10
const TRIES = 100
const FALLBACK = 'author'

/**
 * Chooses a username for each name: the name itself if it is allowed and free, else with a number. The same names in the same
 * order get the same usernames, so that a dry run shows them.
 */
export class Usernames {
  readonly #db: Statements
  /** The forms of names that are taken, on the site or in this run. A dry run does not write its own names. */
  readonly #taken = new Set<string>()
  #siteName: string | null | undefined

  constructor(db: Statements) {
    this.#db = db
  }

  async choose(names: readonly string[]): Promise<string[]> {
    const chosen = new Map<number, string>()
    for (let tried = 0; tried < TRIES && chosen.size < names.length; tried += TRIED_AT_ONCE) {
      const open = [...names.entries()].filter(([at]) => !chosen.has(at))
      const candidates = await Promise.all(open.map(([, name]) => this.#candidates(name, tried)))
      await this.#loadTaken(candidates.flat())
      for (const [n, [at]] of open.entries()) {
        const free = candidates[n]?.find((username) => !formsOf(username).some((form) => this.#taken.has(form)))
        if (free === undefined) continue
        for (const form of formsOf(free)) this.#taken.add(form)
        chosen.set(at, free)
      }
    }
    return names.map((_, at) => chosen.get(at) ?? crypto.randomUUID().slice(0, USERNAME_MAX - 2))
  }

  /** After half of the tries, the name of the author is given up. */
  async #candidates(name: string, from: number): Promise<string[]> {
    const siteName = await this.#nameOfSite()
    const own = ownPart(name)
    const numbers = Array.from({ length: TRIED_AT_ONCE }, (_, n) => from + n)
    const written = numbers.map((n) =>
      own && n < TRIES / 2 ? withNumber(own, n) : withNumber(FALLBACK, n % (TRIES / 2)),
    )
    return written.filter((username) => UsernameInput.safeParse(username).success && !isMisleading(username, siteName))
  }

  async #nameOfSite(): Promise<string | null> {
    if (this.#siteName === undefined) {
      const identity = await this.#db.first(sql<{ name: string | null }>`SELECT name FROM site_identity`)
      this.#siteName = identity?.name ?? null
    }
    return this.#siteName
  }

  async #loadTaken(usernames: string[]): Promise<void> {
    const forms = sql`(SELECT value FROM json_each(${JSON.stringify(usernames.flatMap(formsOf))}))`
    // Two statements, because D1 accepts at most five terms of a UNION.
    const users = await this.#db.all(sql<{ form: string }>`
      SELECT username_key AS form FROM users WHERE username_key IN ${forms}
      UNION SELECT username_outline FROM users WHERE username_outline IN ${forms}
      UNION SELECT username_look FROM users WHERE username_look IN ${forms}`)
    const pending = await this.#db.all(sql<{ form: string }>`
      SELECT username_key AS form FROM profile_reviews WHERE status = 'pending' AND username_key IN ${forms}
      UNION SELECT username_outline FROM profile_reviews WHERE status = 'pending' AND username_outline IN ${forms}
      UNION SELECT username_look FROM profile_reviews WHERE status = 'pending' AND username_look IN ${forms}`)
    for (const { form } of [...users, ...pending]) this.#taken.add(form)
  }
}

/** The characters of a name that a username may have. */
function ownPart(name: string): string {
  const parts = name.normalize('NFC').match(/[\p{L}\p{N}_-]+/gu) ?? []
  return parts.join('-').replace(/^[-_]+/, '')
}

function withNumber(name: string, n: number): string {
  const number = n === 0 ? '' : String(n + 1)
  return [...name].slice(0, USERNAME_MAX - number.length).join('') + number
}

function isMisleading(username: string, siteName: string | null): boolean {
  try {
    refuseMisleadingName(username, siteName)
    return false
  } catch {
    return true
  }
}

/** The unique key of a username, and the columns `username_outline` and `username_look`, which names that look alike share. */
function formsOf(username: string): string[] {
  const key = usernameKey(username)
  const isAscii = /^[ -~]*$/.test(username)
  const outline = isAscii ? username.replaceAll('I', 'l').toLowerCase() : key.replaceAll('i', 'l')
  const look = usernameLook(username)
  return [key, outline.replaceAll('1', 'l').replaceAll('0', 'o'), ...(look === '' ? [] : [look])]
}
