import { sql } from 'drizzle-orm'
import { EVERY_MINUTE, runCron } from '#jobs'
import { type Answer, Client, World } from '#test/world.ts'
import type { Call } from './act.ts'
import { emptySite, found, personNamed, type Role, type Site } from './state.ts'

const TOKEN_LIFE = 10 * 60_000

/** Half an hour before midnight in Shanghai. */
const START = Date.parse(`${new Date().toISOString().slice(0, 10)}T15:30:00.000Z`)

/** The initial users. */
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
  /** The number of bans and unbans of the user at the time of sign-in. */
  statusChanges: number
}

/** The real site, with one browser per user. */
export class RealSite {
  readonly world = new World()
  readonly #browsers = new Map<number, Browser>()

  /** Creates both sites with the same users. */
  static async open(): Promise<{ realSite: RealSite; site: Site }> {
    const realSite = new RealSite()
    const { world } = realSite
    world.now = new Date(START)
    for (const key of ['audit.enabled', 'review.newcomers', 'comments.enabled'] as const)
      await world.setting(key, key === 'comments.enabled')
    const site = emptySite(world.now.getTime())
    for (const { level, role, isNamed } of PEOPLE) {
      const name = isNamed ? { username: `p${crypto.randomUUID().slice(0, 12)}` } : {}
      const { uid, email, username, exp } = await world.user({ level, role, ...name })
      site.people.set(uid, personNamed(uid, { email: email ?? '', username, exp, role }))
      realSite.#browsers.set(uid, { client: world.visitor(), signedInAt: 0, statusChanges: 0 })
    }
    return { realSite, site }
  }

  /** Signs the sender in before a request if needed: tokens live for minutes, and a ban or unban ends sessions. */
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

  /** Check-ins are limited per client address, so each gets a new one. The limit has its own tests. */
  async send(client: Client, { method, path, body }: Call): Promise<Answer> {
    const headers = path === '/api/level/checkin' ? { 'cf-connecting-ip': this.world.visitor().ip } : {}
    const answer = await client.send(method, path, { ...(body !== undefined && { json: body }), headers })
    if (path === '/api/auth/register' && answer.status === 201) {
      this.#browsers.set(answer.json.user.uid, { client, signedInAt: this.world.now.getTime(), statusChanges: 0 })
    }
    return answer
  }

  /** Two concurrent runs: nothing may be done twice. */
  async cron(what: string): Promise<void> {
    const { env, now } = this.world
    if (what === 'all') return runCron('*/15 * * * *', env, now)
    await Promise.all([runCron(EVERY_MINUTE, env, now), runCron(EVERY_MINUTE, env, now)])
  }

  async gainExp(uid: number, amount: number): Promise<void> {
    await this.world.db.batch([sql`UPDATE users SET exp = exp + ${amount} WHERE uid = ${uid}`])
  }

  /** Uses a known device, because an unknown device would cause a notice. A wrong password comes from another device. */
  #sameDevice(site: Site, body: unknown): Client {
    const { email, password } = body as { email: string; password: string }
    const them = [...site.people.values()].find((person) => person.email === email)
    const known = password.startsWith('correct') && them && this.#browsers.get(them.uid)
    return known ? new Client(this.world, known.client.ip) : this.world.visitor()
  }
}
