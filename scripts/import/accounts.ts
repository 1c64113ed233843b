import { sql } from 'drizzle-orm'
import type { Statements } from '#db/client.ts'
import { CheckEmailInput } from '#features/accounts/login/inputs.ts'
import {
  refuseMisleadingName,
  UsernameInput,
  usernameLook,
} from '#features/accounts/profiles/usernames.ts'
import { USERNAME_MAX, usernameKey } from '#features/core/people/username-key.ts'
import type { ImportAuthor } from '#import/item.ts'
import { Failure } from '../bootstrap/failure.mjs'
import { type Mapping, mappedAuthor, mappedOthers } from './mapping.ts'
import { withoutEvents } from './without-events.ts'

/** An account that gets posts or comments. */
export interface Account {
  /** Null for an account that does not exist yet. */
  uid: number | null
  name: string
  email: string
  /** Whether this import creates it. */
  isNew: boolean
  /** Whether a post or comment belongs to it. Accounts without one are not created. */
  isUsed: boolean
}

/** Why an author has no account. */
export const AUTHOR_PROBLEMS = {
  no_address: 'the author has no e-mail address in the file',
  bad_address: 'the e-mail address of the author in the file is not valid',
  unverified: 'an account has the address of the author but has not confirmed it',
  unusable: 'the account of the author is banned or being deleted',
  left_out: 'the mapping file leaves the author out',
} as const

export type AuthorProblem = keyof typeof AUTHOR_PROBLEMS

export interface Resolved {
  author: ImportAuthor
  account: Account | AuthorProblem
}

interface AccountRow {
  uid: number
  email: string
  username: string | null
  can_act: 0 | 1
  /**
   * Whether the user proved the address, or an import created the account and it was never used.
   */
  is_trusted: 0 | 1
}

const ACCOUNT = sql`
  uid, email, username, status = 'active' AND purge_at IS NULL AS can_act,
  (email_verified_at IS NOT NULL AND email_asserted = 0) OR (password_hash IS NULL
    AND NOT EXISTS (SELECT 1 FROM sign_ins WHERE user_id = uid)
    AND NOT EXISTS (SELECT 1 FROM sessions WHERE user_id = uid)
    AND NOT EXISTS (SELECT 1 FROM passkeys WHERE user_id = uid)
    AND NOT EXISTS (SELECT 1 FROM user_identities WHERE user_id = uid)) AS is_trusted`

/**
 * The accounts of the authors of a file. An account is found by the mapping file or by the e-mail
 * address, but by the address only if its user has proved it: anyone can register with an address
 * of another person. Other authors get a new account without a password, which its owner claims
 * with "forgot password".
 */
export class Accounts {
  readonly #db: Statements
  readonly #mapping: Mapping
  readonly #isDryRun: boolean
  readonly #usernames: Usernames
  readonly #byAuthor = new Map<string, Resolved>()
  readonly #byEmail = new Map<string, Account>()

  constructor(db: Statements, mapping: Mapping, isDryRun: boolean) {
    this.#db = db
    this.#mapping = mapping
    this.#isDryRun = isDryRun
    this.#usernames = new Usernames(db)
  }

  get resolved(): Iterable<Resolved> {
    return this.#byAuthor.values()
  }

  /** Only for authors that were resolved. */
  of(author: ImportAuthor): Account | AuthorProblem {
    return this.#byAuthor.get(author.key)?.account ?? 'no_address'
  }

  /** Looks the authors up and plans accounts for those that have none. Must run before `of`. */
  async resolve(authors: Iterable<ImportAuthor>): Promise<void> {
    const unknown = new Map<string, ImportAuthor>()
    for (const author of authors)
      if (!this.#byAuthor.has(author.key)) unknown.set(author.key, author)
    const wishes = [...unknown.values()].map((author) => ({ author, wish: this.#wishFor(author) }))
    const emails = wishes.flatMap(({ wish }) => (wish.email === undefined ? [] : wish.email))
    const found = await this.#accountsWith(emails.filter((email) => !this.#byEmail.has(email)))
    await this.#plan(
      wishes.filter(
        ({ wish: { email } }) =>
          email !== undefined && !this.#byEmail.has(email) && !found.has(email),
      ),
    )
    for (const { author, wish } of wishes)
      this.#byAuthor.set(author.key, { author, account: await this.#accountFor(wish, found) })
  }

  /**
   * Checks that the accounts of the mapping file exist, so that a mistake is found before anything
   * is written.
   */
  async checkMapping(): Promise<void> {
    for (const name of Object.values(this.#mapping.authors))
      if (name !== null && !name.includes('@')) await accountNamed(this.#db, name)
  }

  #wishFor(author: ImportAuthor): Wish {
    const mapped = mappedAuthor(this.#mapping, author)
    const own = emailIn(author.email)
    const name = mapped === undefined && own === null ? mappedOthers(this.#mapping) : mapped
    if (name === null) return { problem: 'left_out' }
    if (name === undefined) {
      if (own !== null) return { email: own, isMapped: false }
      return { problem: author.email?.trim() ? 'bad_address' : 'no_address' }
    }
    const email = name.includes('@') ? emailIn(name) : undefined
    if (email === null) throw new Failure(`"${name}" in the mapping file is not an e-mail address`)
    return email === undefined ? { account: name } : { email, isMapped: true }
  }

  async #accountFor(
    wish: Wish,
    found: Map<string, AccountRow | null>,
  ): Promise<Account | AuthorProblem> {
    if (wish.problem) return wish.problem
    if (wish.account !== undefined) return accountNamed(this.#db, wish.account)
    const created = this.#byEmail.get(wish.email)
    if (created) return created
    const row = found.get(wish.email) ?? null
    if (row?.can_act === 0) return 'unusable'
    return row !== null && (row.is_trusted || wish.isMapped) ? accountOf(row) : 'unverified'
  }

  /**
   * The accounts of these addresses. Null for an address that no new account can have, because a
   * link in a mail can return the address to its account.
   */
  async #accountsWith(emails: string[]): Promise<Map<string, AccountRow | null>> {
    if (emails.length === 0) return new Map()
    const list = JSON.stringify(emails)
    const [rows, reserved] = await this.#db.batch([
      sql<AccountRow>`SELECT ${ACCOUNT} FROM users WHERE email IN (SELECT value FROM json_each(${list}))`,
      sql<{ email: string }>`
        SELECT email FROM user_tokens WHERE kind = 'not_me' AND email IN (SELECT value FROM json_each(${list}))`,
    ])
    return new Map([
      ...reserved.map(({ email }): [string, null] => [email, null]),
      ...rows.map((row): [string, AccountRow] => [row.email, row]),
    ])
  }

  /** Creates the new accounts that posts or comments belong to. A dry run creates none. */
  async createUsed(now: Date): Promise<void> {
    const missing = [...this.#byEmail.values()].filter(({ uid, isUsed }) => isUsed && uid === null)
    if (missing.length === 0 || this.#isDryRun) return
    const rows = missing.map(({ email, name }) => ({ email, username: name }))
    const uids = await this.#insert(rows, now)
    for (const account of missing) account.uid = uids.get(account.email) ?? null
  }

  async #plan(wishes: { author: ImportAuthor; wish: Wish }[]): Promise<void> {
    const names = new Map<string, string>()
    for (const { author, wish } of wishes)
      if (wish.email) names.set(wish.email, names.get(wish.email) ?? author.name)
    if (names.size === 0) return
    const usernames = await this.#usernames.choose([...names.values()])
    for (const [n, email] of [...names.keys()].entries())
      this.#byEmail.set(email, {
        uid: null,
        name: usernames[n] ?? '',
        email,
        isNew: true,
        isUsed: false,
      })
  }

  async #insert(
    rows: { email: string; username: string }[],
    now: Date,
  ): Promise<Map<string, number>> {
    const list = JSON.stringify(
      rows.map((row) => ({
        ...row,
        key: usernameKey(row.username),
        look: usernameLook(row.username),
      })),
    )
    const batch = withoutEvents([
      sql`
        INSERT INTO users (email, username, username_key, username_look, created_at)
        SELECT value ->> 'email', value ->> 'username', value ->> 'key', value ->> 'look', ${now.toISOString()}
        FROM json_each(${list}) ORDER BY json_each.key`,
    ])
    await this.#db.batch(batch)
    const inserted = await this.#db.all(sql<{ uid: number; email: string }>`
      SELECT uid, email FROM users WHERE email IN (SELECT value ->> 'email' FROM json_each(${list}))`)
    return new Map(inserted.map(({ uid, email }) => [email, uid]))
  }
}

type Wish =
  | { problem: AuthorProblem; account?: undefined; email?: undefined }
  | { account: string; problem?: undefined; email?: undefined }
  | { email: string; isMapped: boolean; problem?: undefined; account?: undefined }

/** An account by uid, e-mail address or username. Refuses an account that cannot act. */
export async function accountNamed(db: Statements, name: string): Promise<Account> {
  const row = await db.first(sql<AccountRow>`
    SELECT ${ACCOUNT} FROM users
    WHERE ${/^\d{1,15}$/.test(name) ? sql`uid = ${Number(name)}` : sql`(email = ${name.toLowerCase()} OR username_key = ${usernameKey(name)})`}`)
  if (row === null)
    throw new Failure(`there is no account "${name}"; use a uid, an e-mail address or a username`)
  if (row.can_act === 0) throw new Failure(`the account "${name}" is banned or being deleted`)
  return accountOf(row)
}

/** The owner who gets posts whose author the file does not name. */
export async function firstOwner(db: Statements): Promise<Account> {
  const row = await db.first(sql<AccountRow>`
    SELECT ${ACCOUNT} FROM users WHERE role = 'owner' AND status = 'active' AND purge_at IS NULL ORDER BY uid LIMIT 1`)
  if (row === null)
    throw new Failure('the site has no owner yet; create one first, or name an account with --as')
  return accountOf(row)
}

const accountOf = ({ uid, username, email }: AccountRow): Account => ({
  uid,
  name: username ?? email,
  email,
  isNew: false,
  isUsed: false,
})

function emailIn(text: string | null): string | null {
  const { data } = CheckEmailInput.safeParse({ email: text ?? '' })
  return data?.email ?? null
}

/** How many numbers are tried with the name of the author, and then with the fallback name. */
const TRIES = 20
const FALLBACK = 'author'

/**
 * Chooses a username for each name: the name itself if it is allowed and free, else the name with a
 * number. The same names in the same order get the same usernames, so that a dry run shows them.
 */
class Usernames {
  readonly #db: Statements
  /**
   * The forms of names that are taken, on the site or in this run. A dry run does not write its
   * names, so the database alone would not show them.
   */
  readonly #taken = new Set<string>()
  #siteName: string | null | undefined

  constructor(db: Statements) {
    this.#db = db
  }

  async choose(names: readonly string[]): Promise<string[]> {
    const siteName = await this.#nameOfSite()
    const isAllowed = (name: string) =>
      UsernameInput.safeParse(name).success && !isMisleading(name, siteName)
    // The name of the author with each number, then the fallback name with each number.
    const candidates = names.map((name) =>
      [ownPart(name), FALLBACK].flatMap((own) => numbered(own, TRIES)).filter(isAllowed),
    )
    await this.#loadTaken(candidates.flat())
    return candidates.map((usernames) => {
      const free = usernames.find(
        (username) => !formsOf(username).some((form) => this.#taken.has(form)),
      )
      if (free !== undefined) for (const form of formsOf(free)) this.#taken.add(form)
      return free ?? crypto.randomUUID().slice(0, USERNAME_MAX - 2)
    })
  }

  async #nameOfSite(): Promise<string | null> {
    if (this.#siteName === undefined) {
      const identity = await this.#db.first(
        sql<{ name: string | null }>`SELECT name FROM site_identity`,
      )
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

/** `name`, `name2`, `name3` and so on. None for an empty name. */
function numbered(name: string, count: number): string[] {
  if (name === '') return []
  return Array.from({ length: count }, (_, n) => {
    const number = n === 0 ? '' : String(n + 1)
    return [...name].slice(0, USERNAME_MAX - number.length).join('') + number
  })
}

function isMisleading(username: string, siteName: string | null): boolean {
  try {
    refuseMisleadingName(username, siteName)
    return false
  } catch {
    return true
  }
}

/**
 * The unique key of a username, and its values in the columns `username_outline` and
 * `username_look`, which names that look alike share.
 */
function formsOf(username: string): string[] {
  const key = usernameKey(username)
  const isAscii = /^[ -~]*$/.test(username)
  const outline = isAscii ? username.replaceAll('I', 'l').toLowerCase() : key.replaceAll('i', 'l')
  const look = usernameLook(username)
  return [key, outline.replaceAll('1', 'l').replaceAll('0', 'o'), ...(look === '' ? [] : [look])]
}
