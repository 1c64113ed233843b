/**
 * Views of posts. A post page calls `POST /api/posts/:id/view` when it is visible and when its end
 * is. The route first checks that the post is public; an isolate remembers this for a minute. The
 * referring host counts only if the post page sent the call. A reader counts once in half an hour,
 * by a hash of address and browser with a random daily salt. The object stores hashes and salt,
 * without a user, and deletes them two hours after the last view. Bots, the author and admins do
 * not count.
 */

import { DurableObject } from 'cloudflare:workers'
import { sql } from 'drizzle-orm'
import { Meter, openDb, type Statement } from '#db/client.ts'
import { isPublic } from '#features/publishing/posts/post.ts'
import { addDays, dayOf, HOUR, MINUTE } from '#kernel/clock.ts'
import { toBase64Url } from '#kernel/crypto/base64url.ts'

/**
 * A view as the request reports it. The object hashes the address and the browser and never stores
 * them.
 */
interface ViewCall {
  postId: number
  ip: string
  userAgent: string
  from: string | null
  end: boolean
  now: number
}

/** The object stores its readers, because after a restart it would count them twice. */
interface StoredState {
  day: string
  salt: Uint8Array<ArrayBuffer>
  readers: StoredReaders
}

const WRITE_EVERY = MINUTE

/**
 * One object per post. It collects the views of the post in memory and writes them to D1 at most
 * once a minute. A lost object loses at most its last minute.
 *
 * The salt is random, new each day and different in every object. So a hash cannot be compared with
 * one of another day or another post.
 */
export class ViewCounter extends DurableObject<{ DB: D1Database }> {
  #buffer = new ViewBuffer()
  #day = ''
  #salt = new Uint8Array()
  #postId = 0
  #timer: number | null = null

  constructor(state: DurableObjectState, env: { DB: D1Database }) {
    super(state, env)
    void state.blockConcurrencyWhile(async () => {
      const stored = await state.storage.get<StoredState>('kept')
      if (stored)
        [this.#day, this.#salt, this.#buffer] = [
          stored.day,
          stored.salt,
          new ViewBuffer(stored.readers),
        ]
    })
  }

  /** The caller has checked that the post is public (`public-posts.ts`). */
  async view({ postId, ip, userAgent, from, end, now }: ViewCall): Promise<void> {
    this.#postId = postId
    this.#changeSalt(now)
    const [reader, address] = await Promise.all([this.#hash(`${ip} ${userAgent}`), this.#hash(ip)])
    this.#buffer.add({ reader, address, from, end }, now)
    if (!this.#buffer.isEmpty)
      this.#timer ??= setTimeout(() => this.write(now + WRITE_EVERY), WRITE_EVERY)
  }

  /** Writes the collected views. If D1 fails, the views stay in memory for the next minute. */
  async write(now: number): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = null
    const days = this.#buffer.take()
    if (days.length === 0) return
    try {
      await openDb(this.env.DB, new Meter()).batch(addViews(this.#postId, days))
    } catch (error) {
      this.#buffer.restore(days)
      this.#timer ??= setTimeout(() => this.write(now + WRITE_EVERY), WRITE_EVERY)
      console.error(JSON.stringify({ level: 'error', post_id: this.#postId, error: String(error) }))
      return
    }
    const stored: StoredState = {
      day: this.#day,
      salt: this.#salt,
      readers: this.#buffer.readers(now),
    }
    await this.ctx.storage.put('kept', stored)
    await this.ctx.storage.setAlarm(now + REMEMBERED_FOR)
  }

  /** Runs when the last known reader is forgotten: deletes everything that is stored. */
  override async alarm(): Promise<void> {
    this.#buffer.forgetReaders()
    await this.ctx.storage.deleteAll()
  }

  /** For the health check: answers if the object and its storage work. */
  ping(): number {
    return this.ctx.storage.sql.exec<{ one: number }>('SELECT 1 AS one').one().one
  }

  #changeSalt(now: number): void {
    const day = dayOf(new Date(now))
    if (day === this.#day) return
    this.#day = day
    this.#salt = crypto.getRandomValues(new Uint8Array(16))
    this.#buffer.forgetReaders()
  }

  async #hash(who: string): Promise<string> {
    const text = new TextEncoder().encode(who)
    const digest = await crypto.subtle.digest('SHA-256', new Uint8Array([...this.#salt, ...text]))
    return toBase64Url(new Uint8Array(digest, 0, 9))
  }
}

/**
 * Referring hosts are stored for this many days, a little longer than the longest range that is
 * shown.
 */
const SOURCES_STORED_DAYS = 200

/**
 * Adds the collected views of a post, if it is still public. The triggers post_days_count_views,
 * post_days_count_views_new and post_days_count_views_gone maintain the sum of the post. The cron
 * updates the sums of its author.
 */
function addViews(postId: number, days: readonly DayCounts[]): Statement[] {
  const list = JSON.stringify(
    days.map(({ hosts, ...counts }) => ({ ...counts, hosts: Object.fromEntries(hosts) })),
  )
  const each = sql`FROM posts p CROSS JOIN json_each(${list}) d WHERE p.id = ${postId} AND ${isPublic}`
  const [first = ''] = days.map(({ day }) => day).sort()
  return [
    sql`
      INSERT INTO post_days (post_id, day, author_id, views, ends)
      SELECT p.id, d.value ->> 'day', p.author_id, d.value ->> 'views', d.value ->> 'ends' ${each}
      ON CONFLICT (post_id, day) DO UPDATE SET views = views + excluded.views, ends = ends + excluded.ends`,
    ...(days.some(({ hosts }) => hosts.size > 0) ? addSources(each, postId, first) : []),
  ]
}

/**
 * Adds the referring hosts of the days to those of the author. Only the hosts with the most readers
 * are kept for each day. Old days are deleted.
 */
function addSources(each: Statement, postId: number, first: string): Statement[] {
  return [
    sql`
      INSERT INTO author_sources (author_id, day, hosts)
      SELECT p.author_id, d.value ->> 'day', d.value -> 'hosts' ${each} AND d.value ->> 'hosts' <> '{}'
      ON CONFLICT (author_id, day) DO UPDATE SET hosts = (
        SELECT json_group_object(host, views) FROM (
          SELECT host, SUM(views) AS views FROM (
            SELECT key AS host, value AS views FROM json_each(author_sources.hosts)
            UNION ALL SELECT key, value FROM json_each(excluded.hosts))
          GROUP BY host ORDER BY SUM(views) DESC, host LIMIT ${HOSTS_MAX}))`,
    sql`
      DELETE FROM author_sources
      WHERE author_id = (SELECT author_id FROM posts WHERE id = ${postId}) AND day < ${addDays(first, -SOURCES_STORED_DAYS)}`,
  ]
}

/** A reader is counted once per post within this time. */
export const COUNTED_ONCE_IN = 30 * MINUTE
/**
 * A counted reader is remembered for this time, so that a slow reader reaches the end within the
 * same view.
 */
const REMEMBERED_FOR = 2 * HOUR
/** The maximum number of remembered readers. Above it, the oldest is forgotten. */
const READERS_MAX = 20_000
/**
 * The maximum number of readers per address. Many readers may share one address, but one client may
 * also send invented user agents.
 */
export const READERS_OF_ADDRESS_MAX = 30
/** The maximum number of different hosts between two writes, and per author and day. */
const HOSTS_MAX = 50
/**
 * The maximum number of different hosts that one address can name on a post, so that one client
 * cannot fill the list.
 */
const HOSTS_OF_ADDRESS_MAX = 3

interface ViewEvent {
  /** A reader and their address, as hashes that are useless on another day. */
  reader: string
  address: string
  /** The referring host; null if the browser does not send one, or if it is this site. */
  from: string | null
  /** True if the reader reached the end of the text, false if the reader opened it. */
  end: boolean
}

/** The numbers to add to a day. */
interface DayCounts {
  day: string
  views: number
  ends: number
  /**
   * The number of readers by referring host. This is a map and not an object, because a host may be
   * called `constructor`.
   */
  hosts: Map<string, number>
}

interface RememberedReader {
  at: number
  address: string
  ended: boolean
}

/** The remembered readers in the form that is stored. `ended`: the reader reached the end. */
type StoredReaders = [reader: string, address: string, at: number, ended: boolean][]

/** The views of one post since the last write, and the remembered readers, in memory. */
class ViewBuffer {
  #days = new Map<string, DayCounts>()
  #known = new Map<string, RememberedReader>()
  /** The number of remembered readers of each address. */
  #addresses = new Map<string, number>()
  /** The hosts that each address with remembered readers has named. */
  #hosts = new Map<string, Set<string>>()

  constructor(known: StoredReaders = []) {
    for (const [reader, address, at, ended] of known) this.#remember(reader, { address, at, ended })
  }

  get isEmpty(): boolean {
    return this.#days.size === 0
  }

  add({ reader, address, from, end }: ViewEvent, now: number): void {
    const known = this.#known.get(reader)
    if (known && end) this.#reachEnd(known, now)
    if (known && (end || now - known.at < COUNTED_ONCE_IN)) return
    if (!known && (this.#addresses.get(address) ?? 0) >= READERS_OF_ADDRESS_MAX) return
    const seen = { at: now, address, ended: false }
    this.#remember(reader, seen)
    this.#forget(now)
    const day = this.#day(now)
    day.views++
    const isCounted = from !== null && (day.hosts.has(from) || day.hosts.size < HOSTS_MAX)
    if (isCounted && this.#mayName(address, from)) addHost(day, from, 1)
    if (end) this.#reachEnd(seen, now)
  }

  #mayName(address: string, host: string): boolean {
    const named = this.#hosts.get(address) ?? new Set()
    this.#hosts.set(address, named)
    if (named.size < HOSTS_OF_ADDRESS_MAX) named.add(host)
    return named.has(host)
  }

  /** Returns the numbers to write and sets them to zero. */
  take(): DayCounts[] {
    const days = [...this.#days.values()]
    this.#days = new Map()
    return days
  }

  /** Adds the numbers back after a failed write. */
  restore(days: DayCounts[]): void {
    for (const { day, views, ends, hosts } of days) {
      const here = this.#day(day)
      here.views += views
      here.ends += ends
      for (const [host, count] of hosts) addHost(here, host, count)
    }
  }

  readers(now: number): StoredReaders {
    this.#forget(now)
    return [...this.#known].map(([reader, { address, at, ended }]) => [reader, address, at, ended])
  }

  forgetReaders(): void {
    this.#known.clear()
    this.#addresses.clear()
    this.#hosts.clear()
  }

  /** Deletes the entry and inserts it again, so that the map stays ordered by time. */
  #remember(reader: string, known: RememberedReader): void {
    this.#drop(reader)
    this.#known.set(reader, known)
    this.#addresses.set(known.address, (this.#addresses.get(known.address) ?? 0) + 1)
  }

  #drop(reader: string): void {
    const known = this.#known.get(reader)
    if (!known) return
    this.#known.delete(reader)
    const others = (this.#addresses.get(known.address) ?? 0) - 1
    if (others > 0) this.#addresses.set(known.address, others)
    else {
      this.#addresses.delete(known.address)
      this.#hosts.delete(known.address)
    }
  }

  #reachEnd(known: RememberedReader, now: number): void {
    if (known.ended) return
    known.ended = true
    this.#day(now).ends++
  }

  #forget(now: number): void {
    for (const [reader, { at }] of this.#known) {
      if (now - at < REMEMBERED_FOR && this.#known.size <= READERS_MAX) return
      this.#drop(reader)
    }
  }

  #day(when: number | string): DayCounts {
    const day = typeof when === 'string' ? when : dayOf(new Date(when))
    const here = this.#days.get(day) ?? { day, views: 0, ends: 0, hosts: new Map() }
    this.#days.set(day, here)
    return here
  }
}

function addHost({ hosts }: DayCounts, host: string, count: number): void {
  hosts.set(host, (hosts.get(host) ?? 0) + count)
}
