import { DurableObject } from 'cloudflare:workers'
import { DAY, MINUTE, SECOND } from '#kernel/clock.ts'
import { RATE_RULES, type RateRule } from '#kernel/rate-limits.ts'
import { OpenSockets, type Rooms } from '#web/limits/open-sockets.ts'

interface Counter {
  hits: number[]
  blockedUntil: number
}

/**
 * The counters of one client address, user or e-mail address: one sliding window per rule. They are
 * exact and atomic, because a Durable Object runs one call at a time and its SQLite is synchronous.
 * Blocks survive a restart. An alarm deletes expired rows.
 */
export class RateLimiter extends DurableObject<{ LIVE_ROOM: Rooms }> {
  readonly #sql: SqlStorage
  /**
   * Tables are created with the first write, because the platform discards an object without stored
   * data.
   */
  #hasTable: boolean
  readonly #sockets: OpenSockets

  constructor(state: DurableObjectState, env: { LIVE_ROOM: Rooms }) {
    super(state, env)
    this.#sql = state.storage.sql
    this.#sockets = new OpenSockets(this.#sql, env.LIVE_ROOM)
    this.#hasTable =
      this.#sql.exec(`SELECT 1 FROM sqlite_schema WHERE name = 'counters'`).toArray().length > 0
  }

  /**
   * Counts one call, as `count` calls if it is a large one. Returns 0, or the seconds to wait if
   * the call is refused. A refused call is not counted.
   */
  async take(rule: RateRule, subject: string, now: number, count = 1): Promise<number> {
    const { most, block, pauseSeconds } = RATE_RULES[rule]
    const counter = this.#load(rule, subject, now)
    const wait = secondsToWait(rule, counter, now, count)
    if (wait > 0) {
      if (counter.blockedUntil > now || block?.once !== 'exceeded') return wait
      await this.#save(rule, subject, { hits: [], blockedUntil: now + block.seconds * SECOND })
      return block.seconds
    }
    if (pauseSeconds !== undefined && counter.hits.length >= most) {
      // The next calls are blocked before this one is checked, so that of a thousand concurrent
      // guesses only one passes.
      const hits = [...counter.hits.slice(1), now]
      await this.#save(rule, subject, { hits, blockedUntil: now + pauseSeconds * SECOND })
      return 0
    }
    for (let n = 0; n < count; n += 1) counter.hits.push(now)
    await this.#save(rule, subject, counter)
    return 0
  }

  /** Returns the same as `take`, but does not count. */
  wait(rule: RateRule, subject: string, now: number): number {
    return secondsToWait(rule, this.#load(rule, subject, now), now)
  }

  /** Removes the last counted call, which turned out to be allowed. */
  async giveBack(rule: RateRule, subject: string, now: number): Promise<void> {
    const counter = this.#load(rule, subject, now)
    if (counter.hits.pop() === undefined) return
    await this.#save(rule, subject, counter)
  }

  /**
   * Confirms that a counted call was a failure. If it was the last allowed one, further calls are
   * blocked.
   */
  async confirm(rule: RateRule, subject: string, now: number): Promise<void> {
    const { most, block } = RATE_RULES[rule]
    const counter = this.#load(rule, subject, now)
    if (block === undefined || counter.hits.length < most) return
    await this.#save(rule, subject, { hits: [], blockedUntil: now + block.seconds * SECOND })
  }

  clear(rule: RateRule, subject: string): void {
    if (this.#hasTable)
      this.#sql.exec('DELETE FROM counters WHERE rule = ? AND subject = ?', rule, subject)
  }

  /** For the health check: succeeds if the object and its storage work. */
  ping(): number {
    const table = this.#hasTable ? 'counters' : 'sqlite_schema'
    return this.#sql.exec<{ counters: number }>(`SELECT COUNT(*) AS counters FROM ${table}`).one()
      .counters
  }

  /**
   * Counts a socket of this subject in a room. False if `most` sockets are open already, in all
   * rooms together.
   */
  async openSocket(
    subject: string,
    id: string,
    room: string,
    most: number,
    now: number,
  ): Promise<boolean> {
    if (!(await this.#sockets.open(subject, id, room, most, now))) return false
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(now + DAY)
    return true
  }

  async closeSocket(subject: string, id: string): Promise<void> {
    this.#sockets.close(subject, id)
    if (!this.#hasTable && this.#sockets.isEmpty) await this.#deleteAll()
  }

  override async alarm(): Promise<void> {
    const now = Date.now()
    await this.#sockets.removeLost(now - DAY)
    if (this.#hasTable) this.#sql.exec('DELETE FROM counters WHERE idle_at <= ?', now)
    const next = this.#nextIdle() ?? (this.#sockets.isEmpty ? null : now + DAY)
    // The alarm runs at most once a minute: in an object that many addresses share, some row
    // expires at any time.
    if (next !== null) return this.ctx.storage.setAlarm(Math.max(next, now + MINUTE))
    await this.#deleteAll()
  }

  async #deleteAll(): Promise<void> {
    await this.ctx.storage.deleteAll()
    this.#hasTable = false
    this.#sockets.reset()
  }

  #nextIdle(): number | null {
    if (!this.#hasTable) return null
    return this.#sql
      .exec<{ next: number | null }>('SELECT MIN(idle_at) AS next FROM counters')
      .one().next
  }

  #load(rule: RateRule, subject: string, now: number): Counter {
    if (!this.#hasTable) return { hits: [], blockedUntil: 0 }
    const [row] = this.#sql.exec<{ hits: string; blocked_until: number }>(
      'SELECT hits, blocked_until FROM counters WHERE rule = ? AND subject = ?',
      rule,
      subject,
    )
    const { seconds, block, pauseSeconds = 0 } = RATE_RULES[rule]
    const hits: number[] = row === undefined ? [] : JSON.parse(row.hits)
    const blockedUntil = row?.blocked_until ?? 0
    // A time that is further ahead than any limit was stored before the clock was set back. Without
    // these checks it would refuse calls until then.
    const longest = Math.max(block?.seconds ?? 0, pauseSeconds) * SECOND
    return {
      hits: hits.filter((hit) => Math.abs(now - hit) < seconds * SECOND),
      blockedUntil: blockedUntil - now > longest ? 0 : blockedUntil,
    }
  }

  async #save(rule: RateRule, subject: string, { hits, blockedUntil }: Counter): Promise<void> {
    // The times are those at which the requests began, and a request that began earlier may arrive
    // later.
    const inOrder = hits.toSorted((a, b) => a - b)
    const idleAt = Math.max(blockedUntil, (inOrder.at(-1) ?? 0) + RATE_RULES[rule].seconds * SECOND)
    if (!this.#hasTable) this.#createTable()
    this.#sql.exec(
      `INSERT INTO counters (rule, subject, hits, blocked_until, idle_at) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET hits = excluded.hits, blocked_until = excluded.blocked_until, idle_at = excluded.idle_at`,
      rule,
      subject,
      JSON.stringify(inOrder),
      blockedUntil,
      idleAt,
    )
    const alarm = await this.ctx.storage.getAlarm()
    if (alarm === null || alarm > idleAt) await this.ctx.storage.setAlarm(idleAt)
  }

  #createTable(): void {
    this.#sql.exec(`CREATE TABLE IF NOT EXISTS counters (
      rule TEXT, subject TEXT, hits TEXT NOT NULL, blocked_until INTEGER NOT NULL, idle_at INTEGER NOT NULL,
      PRIMARY KEY (rule, subject)
    ) WITHOUT ROWID`)
    this.#hasTable = true
  }
}

/**
 * The seconds until a block ends, or until enough counted calls have left the window for `count`
 * more calls. 0 if the call is allowed.
 */
function secondsToWait(
  rule: RateRule,
  { hits, blockedUntil }: Counter,
  now: number,
  count = 1,
): number {
  const { most, seconds, pauseSeconds } = RATE_RULES[rule]
  if (blockedUntil > now) return secondsUntil(blockedUntil, now)
  const tooMany = hits.length + count - most
  if (tooMany <= 0 || pauseSeconds !== undefined) return 0
  const leaving = hits[Math.min(tooMany, hits.length) - 1]
  return leaving === undefined ? 0 : secondsUntil(leaving + seconds * SECOND, now)
}

function secondsUntil(moment: number, now: number): number {
  return Math.max(Math.ceil((moment - now) / SECOND), 1)
}
