import { sql } from 'drizzle-orm'
import { restoreToken } from '#features/accounts/deletion/deletion.ts'
import { connectTicket } from '#features/accounts/providers/pending.ts'
import { issueToken } from '#features/accounts/recovery/tokens.ts'
import { forgetSettings } from '#features/core/site/settings.ts'
import { EVERY_MINUTE, runCron } from '#jobs'
import { newSecret } from '#kernel/crypto/secrets.ts'
import { runAllJobs } from '#test/cron.ts'
import { Client, plainForm, type TestResponse, World } from '#test/world.ts'
import { secretsOf } from '#web/secrets.ts'
import { FakeProvider } from '../features/accounts/providers/provider.ts'
import { solvedChallenge } from '../features/accounts/registration/solve.ts'
import { Binding } from '../features/core/mail/fixtures.ts'
import { type Call, resetBy } from './act.ts'
import { responseOfApp, responseOfProvider, sidOf } from './other-sites.ts'
import { APP_NAME } from './rules/apps.ts'
import { userOf } from './rules/identities.ts'
import { emptySite, found, personNamed, type Role, type Site } from './state.ts'

const TOKEN_LIFE = 9 * 60_000

/** The initial users. */
const PEOPLE: { level: number; role: Role; isNamed: boolean }[] = [
  { level: 1, role: 'user', isNamed: true },
  { level: 1, role: 'user', isNamed: true },
  { level: 0, role: 'user', isNamed: false },
  { level: 2, role: 'user', isNamed: true },
  { level: 2, role: 'admin', isNamed: true },
  { level: 2, role: 'owner', isNamed: false },
]

const PROVIDERS = 2

/** Limited per client address, so each request gets a new one. The limits have their own tests. */
const LIMITED = ['/api/level/checkin', '/api/settings/password', '/api/settings/delete-account']

interface Browser {
  client: Client
  signedInAt: number
  /** The number of bans and unbans of the user at the time of sign-in. */
  statusChanges: number
}

/** The real site, with one browser per user. */
export class RealSite {
  readonly world = new World()
  readonly #browsers = new Map<number, Browser>()
  readonly #providers = new Map<string, FakeProvider>()
  /** The newest solved challenge. */
  #proof = ''

  /** Creates both sites with the same users. */
  static async open(): Promise<{ realSite: RealSite; site: Site }> {
    const realSite = new RealSite()
    const { world } = realSite
    world.env = {
      ...world.env,
      LETTERS: new Binding(),
      LETTERS_FROM: 'News <news@letters.joule.test>',
    }
    // Half an hour before midnight in Shanghai.
    world.now = new Date(`${new Date().toISOString().slice(0, 10)}T15:30:00.000Z`)
    await world.db.batch([
      sql`UPDATE site_settings SET value = key = 'comments.enabled'
          WHERE key IN ('audit.enabled', 'review.newcomers', 'comments.enabled', 'registration.challenge')`,
    ])
    forgetSettings()
    const site = { ...emptySite(world.now.getTime()), tag: `t${crypto.randomUUID().slice(0, 12)}` }
    for (let nth = 0; nth < PROVIDERS; nth++) {
      const provider = await FakeProvider.add(world)
      realSite.#providers.set(provider.key, provider)
      site.providers.push(provider.key)
    }
    const members = await world.members(
      PEOPLE.map(({ level, role, isNamed }) => ({
        level,
        role,
        ...(isNamed && { username: `p${crypto.randomUUID().slice(0, 12)}` }),
      })),
    )
    for (const client of members) {
      const { uid, email, username, exp, role } = client.user
      site.people.set(
        uid,
        personNamed(uid, { email: email ?? '', username, exp, role, since: site.now }),
      )
      realSite.#browsers.set(uid, { client, signedInAt: world.now.getTime(), statusChanges: 0 })
    }
    return { realSite, site }
  }

  /**
   * Signs the sender in before a request if needed: tokens live for minutes, and a ban or unban
   * ends sessions.
   */
  async sender({ by, path, body }: Call, site: Site): Promise<Client> {
    if (by === null) return this.#sameDevice(site, path, body)
    const browser = this.#browsers.get(by)
    if (browser === undefined) throw new Error(`${by} has no browser`)
    const { statusChanges } = found(site.people, by)
    const { now } = this.world
    if (
      now.getTime() - browser.signedInAt > TOKEN_LIFE ||
      browser.statusChanges !== statusChanges
    ) {
      await browser.client.signIn(await this.world.reload({ uid: by }))
      Object.assign(browser, { signedInAt: now.getTime(), statusChanges })
    }
    return browser.client
  }

  async send(client: Client, call: Call): Promise<TestResponse> {
    const { method, path, form, bearer, body } = call
    if (path.startsWith('/auth/')) return this.#sendToProvider(client, call)
    const sent = form
      ? { ...plainForm(form), withoutCsrf: true }
      : body === undefined
        ? {}
        : { json: body }
    const headers = {
      ...(form && plainForm(form).headers),
      ...(bearer && { authorization: `Bearer ${bearer}` }),
      ...(LIMITED.includes(path) && { 'cf-connecting-ip': this.world.visitor().ip }),
    }
    const json = await this.#completed(call)
    const response = await client.send(method, path, { ...sent, ...(json && { json }), headers })
    const reset = resetBy(call)
    if (reset !== null) Object.assign(this.#browsers.get(reset) ?? {}, { signedInAt: 0 })
    if (path === '/api/auth/register' && response.status === 201)
      this.#keep(response.json.user.uid, client)
    if (path === '/api/settings/delete-account' && response.status === 200)
      await this.#restore(client, call, response)
    return path.startsWith('/oauth/') ? responseOfApp(response) : response
  }

  /** Frees the places of providers and applications, which are few. */
  async close(): Promise<void> {
    for (const provider of this.#providers.values()) await provider.remove()
    await this.world.db.batch([sql`DELETE FROM oauth_apps WHERE name = ${APP_NAME}`])
  }

  /** Two concurrent runs: nothing may be done twice. */
  async cron(what: string): Promise<void> {
    const { env, now } = this.world
    if (what === 'all') return runAllJobs(env, now)
    await Promise.all([runCron(EVERY_MINUTE, env, now), runCron(EVERY_MINUTE, env, now)])
  }

  async gainExp(uid: number, amount: number): Promise<void> {
    await this.world.db.batch([sql`UPDATE users SET exp = exp + ${amount} WHERE uid = ${uid}`])
  }

  #keep(uid: number, client: Client): void {
    this.#browsers.set(uid, { client, signedInAt: this.world.now.getTime(), statusChanges: 0 })
  }

  /** Adds the values that only the site can give: a solved challenge, a mailed token. */
  async #completed({ by, path, body }: Call): Promise<object | undefined> {
    const { world } = this
    if (path === '/api/auth/verify-email') {
      const { token, hash } = await newSecret()
      const { linkOf = by, ...rest } = (body ?? {}) as { linkOf?: number | null }
      const user = sql`SELECT uid, email AS address FROM users WHERE uid = ${linkOf}`
      await world.db.batch(issueToken(user, { kind: 'verify', hash }, world.now))
      return { token, ...rest }
    }
    const { challenge } = (body ?? {}) as { challenge?: 'new' | 'last' }
    if (challenge === 'new') this.#proof = await solvedChallenge(secretsOf(world.env)[0], world.now)
    return challenge && { ...(body as object), challenge: this.#proof }
  }

  /** Both requests of a login or a connection, with the agreement at the provider between them. */
  async #sendToProvider(client: Client, { path, body }: Call): Promise<TestResponse> {
    const { world } = this
    const [key = '', isConnection] = path.slice('/auth/'.length).split('?')
    const provider = this.#providers.get(key)
    const ticket =
      isConnection && (await connectTicket(secretsOf(world.env), (await sidOf(client)) ?? ''))
    const started = await client.get(`/auth/${key}${ticket ? `?connect=${ticket}` : ''}`)
    const callback = provider?.callbackOf(started, body as { sub: string }) ?? null
    const response = await responseOfProvider(
      client,
      callback === null ? started : await client.get(callback),
    )
    const uid = response.json?.user?.uid
    if (uid !== undefined && !this.#browsers.has(uid)) this.#keep(uid, client)
    return response
  }

  async #restore(
    client: Client,
    { by }: Call,
    { json: { purge_at } }: TestResponse,
  ): Promise<void> {
    const { env, now } = this.world
    const restore_token = await restoreToken(secretsOf(env), by ?? 0, purge_at, now)
    const { status, text } = await client.post('/api/auth/confirm-restore', { restore_token })
    if (status !== 200) throw new Error(`not restored: ${status} ${text}`)
    Object.assign(this.#browsers.get(by ?? 0) ?? {}, { signedInAt: now.getTime() })
  }

  /**
   * Uses a known device, because an unknown device would cause a notice. A wrong password comes
   * from another device.
   */
  #sameDevice(site: Site, path: string, body: unknown): Client {
    const {
      email,
      password = '',
      sub = '',
    } = (body ?? {}) as { email?: string; password?: string; sub?: string }
    const isLogin = path === '/api/auth/login' && password.startsWith('correct')
    const them = path.startsWith('/auth/')
      ? userOf(site, path.slice('/auth/'.length), sub)
      : [...site.people.values()].find((person) => isLogin && person.email === email)
    const known = them && this.#browsers.get(them.uid)
    return known ? new Client(this.world, known.client.ip) : this.world.visitor()
  }
}
