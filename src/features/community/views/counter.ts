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
import {
  type DayCounts,
  HOSTS_MAX,
  REMEMBERED_FOR,
  type ReaderNews,
  type StoredReaders,
  TENTHS,
  ViewBuffer,
} from '#features/community/views/buffer.ts'
import { mergedHosts } from '#features/community/views/hosts.ts'
import { dayHash, newSalt } from '#features/community/views/salt.ts'
import { addVisits, SiteVisits, type VisitCall } from '#features/community/views/visits.ts'
import { isPublic } from '#features/publishing/posts/post.ts'
import { addDays, dayOf, MINUTE } from '#kernel/clock.ts'

/**
 * A view as the request reports it. The object hashes the address and the browser and never stores
 * them.
 */
interface ViewCall {
  postId: number
  ip: string
  userAgent: string
  from: string | null
  news: ReaderNews
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
  #visits: SiteVisits | null = null

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
  async view({ postId, ip, userAgent, from, news, now }: ViewCall): Promise<void> {
    this.#postId = postId
    this.#changeSalt(now)
    const [reader, address] = await Promise.all([
      dayHash(this.#salt, `${ip} ${userAgent}`),
      dayHash(this.#salt, ip),
    ])
    this.#buffer.add({ reader, address, from, news }, now)
    if (!this.#buffer.isEmpty)
      this.#timer ??= setTimeout(() => this.write(now + WRITE_EVERY), WRITE_EVERY)
  }

  /** A visit of the site, for the objects that `visitObjectOf` names. They count no post. */
  async visit(call: VisitCall): Promise<void> {
    this.#visits ??= new SiteVisits(this.ctx.storage)
    await this.#visits.add(call)
    this.#timer ??= setTimeout(() => this.write(call.now + WRITE_EVERY), WRITE_EVERY)
  }

  /** Writes the collected views. If D1 fails, the views stay in memory for the next minute. */
  async write(now: number): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = null
    const days = this.#buffer.take()
    const visits = this.#visits?.take() ?? []
    if (days.length + visits.length === 0) return
    const added = days.length > 0 ? addViews(this.#postId, days) : []
    try {
      await openDb(this.env.DB, new Meter()).batch([...added, ...visits.map(addVisits)])
    } catch (error) {
      this.#buffer.restore(days)
      this.#visits?.restore(visits)
      this.#timer ??= setTimeout(() => this.write(now + WRITE_EVERY), WRITE_EVERY)
      console.error(JSON.stringify({ level: 'error', post_id: this.#postId, error: String(error) }))
      return
    }
    if (days.length === 0) return
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
    this.#visits?.forget()
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
    this.#salt = newSalt()
    this.#buffer.forgetReaders()
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
    ...addReaders(each),
    ...(days.some(({ hosts }) => hosts.size > 0) ? addSources(each, postId, first) : []),
  ]
}

/** The maximum number of hosts that are stored with their names per post and day. */
const HOSTS_OF_POST_MAX = 20

/**
 * Adds how far readers read, who followed or subscribed, and their hosts. The numbers of tenths may
 * be negative, so the row is created first and then updated. A row that an aged or hidden day has
 * lost would make a number negative: it stays at zero.
 */
function addReaders(each: Statement): Statement[] {
  const added = sql.join(
    Array.from({ length: TENTHS }, (_, n) =>
      sql.raw(`tenth_${n} = MAX(0, tenth_${n} + (d.value ->> '$.depth[${n}]'))`),
    ),
    sql`, `,
  )
  return [
    sql`
      INSERT INTO post_readers (post_id, day, followers, subscribers, hosts)
      SELECT p.id, d.value ->> 'day', d.value ->> 'followers', d.value ->> 'subscribers', d.value -> 'hosts' ${each}
      ON CONFLICT (post_id, day) DO UPDATE SET
        followers = followers + excluded.followers, subscribers = subscribers + excluded.subscribers,
        hosts = ${mergedHosts(sql`post_readers.hosts`, HOSTS_OF_POST_MAX)}`,
    sql`
      UPDATE post_readers SET ${added}
      FROM (SELECT p.id AS id, d.value AS value ${each}) d
      WHERE post_id = d.id AND day = d.value ->> 'day'`,
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
