import { DurableObject } from 'cloudflare:workers'
import { sql } from 'drizzle-orm'
import { Meter, openDb, type Statement } from '#db/client.ts'
import type { Bindings } from '#env'
import {
  type DayCounts,
  HOSTS_MAX,
  REMEMBERED_FOR,
  type StoredReaders,
  ViewBuffer,
} from '#features/community/views/view-buffer.ts'
import { isPublic } from '#features/publishing/posts/post.ts'
import { addDays, dayOf, MINUTE } from '#kernel/clock.ts'
import { toBase64Url } from '#kernel/crypto/base64url.ts'

/** A view as the request reports it. The object hashes address and browser and never stores them. */
export interface ViewCall {
  postId: number
  ip: string
  userAgent: string
  from: string | null
  end: boolean
  now: number
}

/** The stored state: without it a reader would be counted twice after a restart. */
interface StoredState {
  day: string
  salt: Uint8Array<ArrayBuffer>
  readers: StoredReaders
}

const WRITE_EVERY = MINUTE

/**
 * One object per post: collects the views of the post in memory and writes them to D1 at most once a minute. A lost
 * object loses at most its last minute.
 *
 * The salt is random, new each day and different in every object, so a hash cannot be compared with one of another day
 * or post.
 */
export class ViewCounter extends DurableObject<Bindings> {
  #buffer = new ViewBuffer()
  #day = ''
  #salt = new Uint8Array()
  #postId = 0
  #timer: number | null = null

  constructor(state: DurableObjectState, env: Bindings) {
    super(state, env)
    void state.blockConcurrencyWhile(async () => {
      const stored = await state.storage.get<StoredState>('kept')
      if (stored) [this.#day, this.#salt, this.#buffer] = [stored.day, stored.salt, new ViewBuffer(stored.readers)]
    })
  }

  /** The caller has checked that the post is public (`public-posts.ts`). */
  async view({ postId, ip, userAgent, from, end, now }: ViewCall): Promise<void> {
    this.#postId = postId
    this.#changeSalt(now)
    const [reader, address] = await Promise.all([this.#hash(`${ip} ${userAgent}`), this.#hash(ip)])
    this.#buffer.add({ reader, address, from, end }, now)
    if (!this.#buffer.isEmpty) this.#timer ??= setTimeout(() => this.write(now + WRITE_EVERY), WRITE_EVERY)
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
    const stored: StoredState = { day: this.#day, salt: this.#salt, readers: this.#buffer.readers(now) }
    await this.ctx.storage.put('kept', stored)
    await this.ctx.storage.setAlarm(now + REMEMBERED_FOR)
  }

  /** Runs after a time without readers, when no known reader is left. */
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

/** Days for which referring hosts are stored: a little longer than the longest range that is shown. */
const SOURCES_STORED_DAYS = 200

/**
 * Adds the collected views of a post, if it is still public. The triggers post_days_count_views,
 * post_days_count_views_new and post_days_count_views_gone maintain the post's sum; the cron updates the author's sums.
 */
function addViews(postId: number, days: readonly DayCounts[]): Statement[] {
  const list = JSON.stringify(days.map(({ hosts, ...counts }) => ({ ...counts, hosts: Object.fromEntries(hosts) })))
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

/** The hosts of a day with the most readers. */
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
