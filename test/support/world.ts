import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { sql } from 'drizzle-orm'
import type { Hono } from 'hono'
import { createApp } from '#app'
import { readBody } from '#compute/body.ts'
import { type Database, Meter, openDb, type Statement } from '#db/client.ts'
import type { SettingKey, User } from '#db/schema/core.ts'
import type { PostRow, PostStatus } from '#db/schema/publishing.ts'
import type { AppEnv, Bindings } from '#env'
import { openSession } from '#features/accounts/sessions/open.ts'
import { accessToken, refreshToken } from '#features/accounts/sessions/tokens.ts'
import { LEVEL_FLOORS } from '#features/core/people/level.ts'
import { usernameKey } from '#features/core/people/username-key.ts'
import { forgetSettings } from '#features/core/site/settings.ts'
import { contentWith } from '#features/publishing/posts/content.ts'
import { after, dayOf, HOUR, startOfDay } from '#kernel/clock.ts'
import { hashPassword } from '#kernel/crypto/passwords.ts'
import { tagKey } from '#kernel/post-limits.ts'
import { shareRouter } from '#test/common-router.ts'
import { recording } from '#test/full-scans.ts'
import { expectDescribed, expectForms } from '#test/openapi-check.ts'
import { sessionCsrfToken } from '#web/guards/csrf-token.ts'
import { secretsOf } from '#web/secrets.ts'

const databases = env as unknown as Pick<Bindings, 'DB' | 'SEARCH'>

export const PASSWORD = 'correct horse battery staple'

export interface UserFacts {
  username?: string
  level?: number
  role?: User['role']
  status?: 'active' | 'banned'
  /** Whether the address is verified. */
  isVerified?: boolean
}

export interface PostFacts {
  author: { uid: number }
  status?: PostStatus
  title?: string
  body?: string
  summary?: string
  cover?: string
  tags?: string[]
  /** The reason of a rejection or a lock. */
  reason?: string
}

/** A signed-in user. */
export type Member = Client & { user: User; sid: string }

/** One item for each element of a list: a tuple for a list of known length. */
type Each<List extends readonly unknown[], Item> = { -readonly [Key in keyof List]: Item }

/**
 * A site with its own clock on the real databases. Users and client addresses are new, so tests do
 * not affect each other.
 */
export class World {
  /**
   * The bindings without the general write limit, because counting takes a third of the time of a
   * write. `limitWrites` and `useUp` turn the limit on.
   */
  env = {
    ...env,
    JOULE_WRITE_LIMIT: '0',
    DB: recording(databases.DB, 'DB'),
    SEARCH: recording(databases.SEARCH, 'SEARCH'),
  } as unknown as Bindings
  readonly db: Database = openDb(databases.DB, new Meter())
  readonly search: Database = openDb(databases.SEARCH, new Meter())
  #edition: string | undefined
  #now: Date | undefined
  #app: Hono<AppEnv> | undefined

  constructor(edition?: string) {
    this.#edition = edition
  }

  // Not in the constructor: test files create a World at their top level, where workerd has neither
  // random values nor a clock.
  /** The build id: sites with the same build share the cache of the data centre. */
  get edition(): string {
    this.#edition ??= crypto.randomUUID()
    return this.#edition
  }

  /**
   * Noon, so that waiting does not pass midnight. In the future, because the real clock of the
   * runtime expires cache entries.
   */
  get now(): Date {
    this.#now ??= after(startOfDay(dayOf(new Date())), 36 * HOUR)
    return this.#now
  }

  set now(now: Date) {
    this.#now = now
  }

  /** Created by the first request: some tests send none. */
  get app(): Hono<AppEnv> {
    this.#app ??= shareRouter(createApp(() => this.now, this.edition))
    return this.#app
  }

  wait(milliseconds: number): void {
    this.now = new Date(this.now.getTime() + milliseconds)
  }

  /** A new visitor with a unique client address. */
  visitor(): Client {
    return new Client(this, freshAddress())
  }

  async user(facts: UserFacts = {}): Promise<User> {
    return (await this.users([facts]))[0]
  }

  /** New users in one round trip. */
  async users<const Facts extends readonly UserFacts[]>(facts: Facts): Promise<Each<Facts, User>> {
    const hash = await passwordHash()
    const users = await this.db.batch(facts.map((each) => insertUser(each, hash, this.now)))
    return users.flat() as Each<Facts, User>
  }

  /** A new user, signed in with their own browser. */
  async member(facts: UserFacts = {}): Promise<Member> {
    return (await this.members([facts]))[0]
  }

  /** New users, each signed in with their own browser, in one round trip. */
  async members<const Facts extends readonly UserFacts[]>(
    facts: Facts,
  ): Promise<Each<Facts, Member>> {
    const hash = await passwordHash()
    const people = facts.map((each) => {
      const client = this.visitor()
      const email = freshEmail()
      const session = client.newSession(sql`SELECT uid, status FROM users WHERE email = ${email}`)
      return { client, insert: insertUser(each, hash, this.now, email), ...session }
    })
    const rows = await this.db.batch([
      ...people.map(({ insert }) => insert),
      ...people.map(({ statement }) => statement),
    ])
    const users = rows.flat() as User[]
    const members = people.map(({ client, sid }, n) => client.enter(users[n] as User, sid))
    return (await Promise.all(members)) as Each<Facts, Member>
  }

  /** A post in any status, by default approved, created and published now. */
  async post(facts: PostFacts): Promise<PostRow> {
    return (await this.posts([facts]))[0]
  }

  /** New posts in one round trip. Search does not find them: see `indexNow` of search-queue.ts. */
  async posts<const Facts extends readonly PostFacts[]>(
    facts: Facts,
  ): Promise<Each<Facts, PostRow>> {
    const posts = await this.db.batch([
      ...facts.map((each) => insertPost(each, this.now)),
      // Otherwise the next request that changes a post would index these.
      sql<never>`
        DELETE FROM search_queue
        WHERE post_id > (SELECT seq FROM sqlite_sequence WHERE name = 'posts') - ${facts.length}`,
    ])
    return posts.flat() as Each<Facts, PostRow>
  }

  /** Changes a setting by SQL, like an operator. */
  async setting(key: SettingKey, value: boolean): Promise<void> {
    await this.db.batch([sql`UPDATE site_settings SET value = ${value ? 1 : 0} WHERE key = ${key}`])
    forgetSettings()
  }

  /** Turns the general write limit and the budget of CPU time on, as on a real site. */
  limitWrites(): void {
    this.env = { ...this.env, JOULE_WRITE_LIMIT: '1' }
  }

  async reload(user: { uid: number }): Promise<User> {
    const found = await this.db.first(sql<User>`SELECT * FROM users WHERE uid = ${user.uid}`)
    if (!found) throw new Error(`no user ${user.uid}`)
    return found
  }
}

/** An address that is unique in this run. */
export const freshEmail = () => `${crypto.randomUUID()}@example.com`

function insertUser(
  facts: UserFacts,
  hash: string,
  now: Date,
  email = freshEmail(),
): Statement<User> {
  const { username = null, level = 0, role = 'user', status = 'active' } = facts
  return sql`
    INSERT INTO users (email, password_hash, username, username_key, exp, role, status, created_at, email_verified_at)
    VALUES (${email}, ${hash}, ${username}, ${username && usernameKey(username)},
      ${LEVEL_FLOORS[level] ?? 0}, ${role}, ${status}, ${now.toISOString()},
      ${facts.isVerified ? now.toISOString() : null})
    RETURNING *`
}

function insertPost(facts: PostFacts, now: Date): Statement<PostRow> {
  const {
    author,
    status = 'approved',
    title = 'A title',
    body = '<p>Some words to read.</p>',
    reason = null,
  } = facts
  const tags = (facts.tags ?? []).map((name) => [tagKey(name), name] as const)
  const raw = { title, body, summary: facts.summary ?? null, coverUrl: facts.cover ?? null, tags }
  const content = contentWith(raw, { ...readBody(body), formulas: null })
  const at = now.toISOString()
  const isPublished = status === 'approved' || status === 'locked'
  return sql`
    INSERT INTO posts (author_id, status, title, summary, summary_is_own, cover_url, tags, reading_minutes, body,
      reject_reason, locked_from, lock_reason, created_at, updated_at, published_at)
    VALUES (${author.uid}, ${status}, ${title}, ${content.summary}, ${content.summaryIsOwn ? 1 : 0},
      ${content.coverUrl}, ${JSON.stringify(tags)}, ${content.readingMinutes}, ${content.body},
      ${status === 'rejected' ? reason : null}, ${status === 'locked' ? 'approved' : null},
      ${status === 'locked' ? reason : null}, ${at}, ${at}, ${isPublished ? at : null})
    RETURNING *`
}

let knownHash: string | undefined
async function passwordHash(): Promise<string> {
  knownHash ??= await hashPassword(PASSWORD)
  return knownHash
}

function freshAddress(): string {
  const [a = 0, b = 0, c = 0] = crypto.getRandomValues(new Uint8Array(3))
  return `10.${a}.${b}.${c}`
}

export interface Sent {
  json?: unknown
  body?: BodyInit
  headers?: Record<string, string>
  /** Send no CSRF token. */
  withoutCsrf?: boolean
}

export interface TestResponse {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into responses of every shape
  json: any
}

/**
 * A browser: keeps cookies, sends the CSRF token, and compares every JSON response with its OpenAPI
 * description.
 */
export class Client {
  readonly cookies = new Map<string, string>()
  readonly world: World
  ip: string
  user?: User
  sid?: string
  language = 'en'
  userAgent =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36'

  constructor(world: World, ip: string) {
    this.world = world
    this.ip = ip
  }

  /** Opens a session like a login, without the cost of the password check. */
  async signIn(user: User): Promise<this & { user: User; sid: string }> {
    const { sid, statement } = this.newSession(
      sql`SELECT ${user.uid} AS uid, ${user.status} AS status`,
    )
    await this.world.db.batch([statement])
    return this.enter(user, sid)
  }

  /** `user` is a statement that selects the uid and the status. */
  newSession(user: Statement): { sid: string; statement: Statement } {
    return openSession(user, { ip: this.ip, userAgent: this.userAgent }, this.world.now)
  }

  /** Takes the cookies of a session. */
  async enter(user: User, sid: string): Promise<this & { user: User; sid: string }> {
    const { world } = this
    const secrets = secretsOf(world.env)
    this.cookies.set('joule_at', await accessToken(secrets, sid, user.uid, world.now))
    this.cookies.set('joule_rt', await refreshToken(secrets, sid, 1))
    this.cookies.set('joule_csrf', await sessionCsrfToken(secrets, sid))
    return Object.assign(this, { user, sid })
  }

  get(path: string, sent: Sent = {}): Promise<TestResponse> {
    return this.send('GET', path, sent)
  }

  post(path: string, json?: unknown, sent: Sent = {}): Promise<TestResponse> {
    return this.send('POST', path, { json, ...sent })
  }

  put(path: string, json?: unknown, sent: Sent = {}): Promise<TestResponse> {
    return this.send('PUT', path, { json, ...sent })
  }

  delete(path: string, sent: Sent = {}): Promise<TestResponse> {
    return this.send('DELETE', path, sent)
  }

  logIn(email: string | null | undefined, password = PASSWORD): Promise<TestResponse> {
    return this.post('/api/auth/login', { email, password })
  }

  /** Sends a plain form of a page of the site, without JavaScript. */
  submit(path: string, fields: Record<string, string>): Promise<TestResponse> {
    return this.send('POST', path, plainForm(fields))
  }

  /** Uploads a file, an image unless the type says otherwise. */
  upload(
    path: string,
    file: Uint8Array,
    name = 'a.png',
    type = 'image/png',
  ): Promise<TestResponse> {
    const body = new FormData()
    body.set('file', new File([file as Uint8Array<ArrayBuffer>], name, { type }))
    return this.send('POST', path, { body })
  }

  async send(method: string, path: string, sent: Sent): Promise<TestResponse> {
    if (method !== 'GET' && !sent.withoutCsrf && !this.cookies.has('joule_csrf'))
      await this.get('/api/auth/csrf')
    const context = createExecutionContext()
    const request = new Request(`http://joule.test${path}`, {
      method,
      headers: this.headers(method, sent),
      body: sent.json === undefined ? (sent.body ?? null) : JSON.stringify(sent.json),
      redirect: 'manual',
    })
    const response = await this.world.app.fetch(request, this.world.env, context)
    const text = await response.text()
    await waitOnExecutionContext(context)
    this.keepCookies(response)
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
    const received = {
      status: response.status,
      headers: response.headers,
      text,
      json: isJson ? JSON.parse(text) : null,
    }
    expectDescribed(this.world.app, method, path, received)
    if (text.startsWith('<!doctype')) expectForms(this.world.app, text)
    return received
  }

  private headers(method: string, sent: Sent): Headers {
    const headers = new Headers({
      'cf-connecting-ip': this.ip,
      'user-agent': this.userAgent,
      'accept-language': this.language,
    })
    if (this.cookies.size > 0)
      headers.set('cookie', [...this.cookies].map((pair) => pair.join('=')).join('; '))
    if (sent.json !== undefined) headers.set('content-type', 'application/json')
    const csrf = this.cookies.get('joule_csrf')
    if (method !== 'GET' && csrf !== undefined && !sent.withoutCsrf)
      headers.set('x-csrf-token', csrf)
    for (const [name, value] of Object.entries(sent.headers ?? {})) headers.set(name, value)
    return headers
  }

  private keepCookies(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split('; ')
      const [name = '', value = ''] = [
        pair.slice(0, pair.indexOf('=')),
        pair.slice(pair.indexOf('=') + 1),
      ]
      if (attributes.includes('Max-Age=0')) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
  }
}

/** The request of a plain form on a page of the site, without JavaScript. */
export function plainForm(fields: Record<string, string> | string[][]): Sent {
  return {
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://joule.test' },
  }
}
