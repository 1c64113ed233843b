/**
 * Visits of the site. A visit is a reader on a day. The browser calls `POST /api/visits`, or opens
 * a post, when it comes from another site or from no page; a click inside the site is no new visit
 * and makes no call. An object hashes address and browser with a random salt of the day, remembers
 * the hashes until the day ends, and writes only sums. Nothing is stored in the browser, so the
 * site cannot and does not recognise an anonymous reader on another day.
 */

import { sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import {
  addHost,
  type DayCounts,
  HOSTS_MAX,
  HOSTS_OF_ADDRESS_MAX,
  READERS_OF_ADDRESS_MAX,
} from '#features/community/views/buffer.ts'
import { mergedHosts, OTHER_HOSTS } from '#features/community/views/hosts.ts'
import { dayHash, newSalt, type Salt } from '#features/community/views/salt.ts'
import { addDays, dayOf, HOUR } from '#kernel/clock.ts'

export interface VisitCall {
  ip: string
  userAgent: string
  /** The referring host; null if there is none. */
  from: string | null
  now: number
}

/** A reader and their address, as hashes that are useless on another day. */
interface Visit {
  reader: string
  address: string
  from: string | null
}

/** The sums of a day since the last write. */
interface VisitedDay extends Pick<DayCounts, 'day' | 'hosts'> {
  visits: number
}

/** The number of objects that count visits. One object handles about 500 calls a second. */
const VISIT_OBJECTS = 4
/** An object remembers this many readers of a day. Above it, further readers are not counted. */
const VISITORS_OF_OBJECT_MAX = 250_000

/** All readers of an address are counted by the same object. */
export function visitObjectOf(ip: string): string {
  const sum = [...ip].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0)
  return `visits:${sum % VISIT_OBJECTS}`
}

/** The visits that one object counts. Its readers survive a restart of the object. */
export class SiteVisits {
  readonly #storage: DurableObjectStorage
  #day = ''
  #salt: Salt = new Uint8Array()
  #known = 0
  #sums = new Map<string, VisitedDay>()

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
  }

  async add({ ip, userAgent, from, now }: VisitCall): Promise<void> {
    const day = dayOf(new Date(now))
    if (day !== this.#day) await this.#open(day)
    const [reader, address] = await Promise.all([
      dayHash(this.#salt, `${ip} ${userAgent}`),
      dayHash(this.#salt, ip),
    ])
    // The day may have changed during the hash.
    if (day === this.#day) this.#count({ reader, address, from }, day)
  }

  /** Returns the sums to write and sets them to zero. */
  take(): VisitedDay[] {
    const days = [...this.#sums.values()]
    this.#sums = new Map()
    return days
  }

  /** Adds the sums back after a failed write. */
  restore(days: VisitedDay[]): void {
    for (const { day, visits, hosts } of days) {
      const sums = this.#sumsOf(day)
      sums.visits += visits
      for (const [host, count] of hosts) addHost(sums, host, count)
    }
  }

  /** After the storage of the object was deleted. */
  forget(): void {
    this.#day = ''
  }

  /** Continues the stored day, or begins the day with a new salt and without readers. */
  async #open(day: string): Promise<void> {
    const stored = await this.#storage.get<{ day: string; salt: Salt }>('visits')
    const { sql } = this.#storage
    sql.exec(
      'CREATE TABLE IF NOT EXISTS visitors (reader TEXT PRIMARY KEY, address TEXT NOT NULL, host TEXT) WITHOUT ROWID',
    )
    sql.exec('CREATE INDEX IF NOT EXISTS visitors_of_address ON visitors (address)')
    this.#salt = stored?.day === day ? stored.salt : newSalt()
    if (stored?.day !== day) {
      sql.exec('DELETE FROM visitors')
      await this.#storage.put('visits', { day, salt: this.#salt })
      await this.#storage.setAlarm(Date.parse(`${addDays(day, 1)}T00:00:00+08:00`) + HOUR)
    }
    this.#known = sql.exec<{ count: number }>('SELECT COUNT(*) AS count FROM visitors').one().count
    this.#day = day
  }

  /** Counts the reader, unless the reader is known or there are too many of the address. */
  #count(visit: Visit, day: string): void {
    const { reader, address, from } = visit
    if (this.#known >= VISITORS_OF_OBJECT_MAX) return
    const { sql } = this.#storage
    const others = sql
      .exec<{ reader: string; host: string | null }>(
        'SELECT reader, host FROM visitors WHERE address = ? LIMIT ?',
        address,
        READERS_OF_ADDRESS_MAX,
      )
      .toArray()
    const isKnown = others.some((other) => other.reader === reader)
    if (isKnown || others.length >= READERS_OF_ADDRESS_MAX) return
    const named = new Set(others.flatMap(({ host }) => host ?? []))
    const host =
      from !== null && (named.has(from) || named.size < HOSTS_OF_ADDRESS_MAX) ? from : null
    sql.exec('INSERT INTO visitors (reader, address, host) VALUES (?, ?, ?)', reader, address, host)
    this.#known++
    const sums = this.#sumsOf(day)
    sums.visits++
    if (host !== null)
      addHost(sums, sums.hosts.has(host) || sums.hosts.size < HOSTS_MAX ? host : OTHER_HOSTS, 1)
  }

  #sumsOf(day: string): VisitedDay {
    const sums = this.#sums.get(day) ?? { day, visits: 0, hosts: new Map() }
    this.#sums.set(day, sums)
    return sums
  }
}

export function addVisits({ day, visits, hosts }: VisitedDay): Statement {
  return sql`
    INSERT INTO site_readers (day, visits, hosts)
    VALUES (${day}, ${visits}, ${JSON.stringify(Object.fromEntries(hosts))})
    ON CONFLICT (day) DO UPDATE SET visits = visits + excluded.visits,
      hosts = ${mergedHosts(sql`site_readers.hosts`, HOSTS_MAX)}`
}
