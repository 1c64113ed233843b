import { sql } from 'drizzle-orm'
import { EVERY_MINUTE, runCron } from '#jobs'
import { type Answer, Client, World } from '#test/world.ts'
import type { Call } from './act.ts'
import { emptySite, found, personNamed, type Role, type Site } from './state.ts'

const TOKEN_LIFE = 10 * 60_000

/** Half an hour before midnight in Shanghai. */
const START = Date.parse(`${new Date().toISOString().slice(0, 10)}T15:30:00.000Z`)

/** Who is there from the beginning. */
const PEOPLE: { level: number; role: Role; isNamed: boolean }[] = [
  { level: 1, role: 'user', isNamed: true },
  { level: 1, role: 'user', isNamed: true },
  { level: 0, role: 'user', isNamed: false },
  { level: 2, role: 'user', isNamed: true },
  { level: 2, role: 'admin', isNamed: true },
  { level: 2, role: 'owner', isNamed: false },
]

interface Browser {
  client: Client
  signedInAt: number
  /** How often they had been banned or unbanned when they signed in. */
  statusChanges: number
}

/** The real site, with a browser for everybody. */
export class RealSite {
  readonly world = new World()
  readonly #browsers = new Map<number, Browser>()

  /** Both sites with the same people on them. */
  static async open(): Promise<{ realSite: RealSite; site: Site }> {
    const realSite = new RealSite()
    const { world } = realSite
    world.now = new Date(START)
    for (const key of ['audit.enabled', 'comments.enabled'] as const) await world.setting(key, key !== 'audit.enabled')
    const site = emptySite(world.now.getTime())
    for (const { level, role, isNamed } of PEOPLE) {
      const name = isNamed ? { username: `p${crypto.randomUUID().slice(0, 12)}` } : {}
      const { uid, email, username, exp } = await world.user({ level, role, ...name })
      site.people.set(uid, personNamed(uid, { email: email ?? '', username, exp, role }))
      realSite.#browsers.set(uid, { client: world.visitor(), signedInAt: 0, statusChanges: 0 })
    }
    return { realSite, site }
  }

  /** Signed in as whoever it is, before anything is sent: tokens live for minutes, and sessions end with a ban and with its end. */
  async sender({ by, path, body }: Call, site: Site): Promise<Client> {
    if (by === null) return path === '/api/auth/login' ? this.#sameDevice(site, body) : this.world.visitor()
    const browser = this.#browsers.get(by)
    if (browser === undefined) throw new Error(`${by} has no browser`)
    const { statusChanges } = found(site.people, by)
    const { now } = this.world
    if (now.getTime() - browser.signedInAt > TOKEN_LIFE || browser.statusChanges !== statusChanges) {
      await browser.client.signIn(await this.world.reload({ uid: by }))
      Object.assign(browser, { signedInAt: now.getTime(), statusChanges })
    }
    return browser.client
  }

  /** From an address of its own where calls are counted by address: that is tried elsewhere. */
  async send(client: Client, { method, path, body }: Call): Promise<Answer> {
    const headers = path === '/api/level/checkin' ? { 'cf-connecting-ip': this.world.visitor().ip } : {}
    const answer = await client.send(method, path, { ...(body !== undefined && { json: body }), headers })
    if (path === '/api/auth/register' && answer.status === 201) {
      this.#browsers.set(answer.json.user.uid, { client, signedInAt: this.world.now.getTime(), statusChanges: 0 })
    }
    return answer
  }

  /** Twice at once, as it may happen: nothing is done twice. */
  async cron(what: string): Promise<void> {
    const { env, now } = this.world
    if (what === 'all') return runCron('*/15 * * * *', env, now)
    await Promise.all([runCron(EVERY_MINUTE, env, now), runCron(EVERY_MINUTE, env, now)])
  }

  async gainExp(uid: number, amount: number): Promise<void> {
    await this.world.db.batch([sql`UPDATE users SET exp = exp + ${amount} WHERE uid = ${uid}`])
  }

  /** A device that is not known would be told. A wrong password comes from elsewhere. */
  #sameDevice(site: Site, body: unknown): Client {
    const { email, password } = body as { email: string; password: string }
    const them = [...site.people.values()].find((person) => person.email === email)
    const known = password.startsWith('correct') && them && this.#browsers.get(them.uid)
    return known ? new Client(this.world, known.client.ip) : this.world.visitor()
  }
}
