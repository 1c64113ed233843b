/**
 * Live updates. `GET /api/live` is a WebSocket for the unread count, `GET /api/posts/:id/live` is
 * one for new comments. One hibernating Durable Object per user and per post has the sockets.
 * - Statements are tagged with the users they concern (db/client.ts). After the commit, one query
 *   looks up which of them listen (`live_topics`). If no one listens, nothing else happens.
 * - Before it sends, an object reads which sessions are alive and closes the other sockets (4401).
 * - In the browser (client/live), a visible page connects after three seconds. After a failure it
 *   reconnects with exponential backoff up to 60 seconds, and polls once a minute without a socket.
 *   Anonymous pages do not connect.
 */

import { DurableObject } from 'cloudflare:workers'
import { sql } from 'drizzle-orm'
import { type Database, Meter, one, openDb } from '#db/client.ts'
import { AGES } from '#db/schema/ages.ts'
import {
  listenNoMore,
  listenTo,
  type NewComment,
  type Topic,
} from '#features/community/live/topics.ts'
import { unreadByKind, unreadOf } from '#features/core/notifications/inbox.ts'
import type { Switches, Unread } from '#features/core/notifications/kinds.ts'
import { after, DAY, dayOf, MINUTE } from '#kernel/clock.ts'
import { sequential } from '#kernel/pause.ts'
import { SOCKETS_A_MINUTE } from '#kernel/rate-limits.ts'
import { CLOSED } from '#kernel/socket-codes.ts'
import type { RateLimiter } from '#web/limits/rate-limiter.ts'
import { closeSocket } from '#web/limits/sockets.ts'

/** Open sockets per user and object, one for each tab. A new socket replaces the oldest one. */
export const SOCKETS_MAX = 10
/** Open sockets per object; Cloudflare allows 32,768. */
const READERS_MAX = 5_000
/** The object renews its row in `live_topics` before the row is old enough to be deleted. */
const RELISTED_AFTER = (AGES.liveTopics / 2) * DAY

/**
 * The visitor of a new socket. `who` is the user, or the address of an anonymous visitor. `sid` is
 * the session to check; null for an anonymous visitor.
 */
export interface Entrance {
  topic: Topic
  who: string
  sid: string | null
  id: string
  /** The address and the user that the socket is counted for (web/limits/open-sockets.ts). */
  holders: string[]
}

interface Kept extends Pick<Entrance, 'sid' | 'id' | 'holders'> {
  since: number
}

/** The bindings that a room uses. */
interface RoomEnv {
  DB: D1Database
  RATE_LIMITER: DurableObjectNamespace<RateLimiter>
  JOULE_LIMITERS?: string
}

/**
 * One object per user or post, with the sockets of the open tabs. It hibernates between events: the
 * runtime keeps the sockets with their attachments and answers pings itself. An object without
 * sockets removes its row from `live_topics`, so that it is not called again.
 */
export class LiveRoom extends DurableObject<RoomEnv> {
  readonly #inTurn = sequential()
  #entrances: { who: string; at: number }[] = []

  constructor(ctx: DurableObjectState, env: RoomEnv) {
    super(ctx, env)
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair('ping', 'pong'))
  }

  /** Only for the WebSocket upgrade, which RPC cannot do. Only this Worker can call it. */
  override async fetch(request: Request): Promise<Response> {
    const { topic, who, sid, id, holders } = JSON.parse(
      new URL(request.url).searchParams.get('entrance') ?? '',
    ) as Entrance
    if (this.#isTooMuch(who)) return new Response(null, { status: 429 })
    await this.#inTurn(() => this.#list(topic))
    const { 0: client, 1: server } = new WebSocketPair()
    this.ctx.acceptWebSocket(server, [who])
    server.serializeAttachment({ sid, id, holders, since: Date.now() } satisfies Kept)
    for (const socket of oldestFirst(this.ctx.getWebSockets(who)).slice(0, -SOCKETS_MAX)) {
      this.#close(socket, CLOSED.replaced, 'another tab')
    }
    return new Response(null, { status: 101, webSocket: client })
  }

  /** Call when this user's notices or sessions have changed. */
  async userChanged(uid: number): Promise<void> {
    const sockets = await this.#listeners({ kind: 'user', id: uid })
    if (sockets.length === 0) return
    const { unread, sids } = await unreadForLive(openDb(this.env.DB, new Meter()), uid, new Date())
    const message = JSON.stringify({ type: 'unread', ...unread })
    for (const socket of sockets) {
      const { sid } = socket.deserializeAttachment() as Kept
      if (unread !== null && sid !== null && sids.has(sid)) socket.send(message)
      else this.#close(socket, CLOSED.ended, 'the session has ended')
    }
  }

  /** Call after comments were written on this post. */
  async commentsCame(postId: number, comments: NewComment[]): Promise<void> {
    const messages = comments.map((comment) => JSON.stringify({ type: 'comment', ...comment }))
    const sockets = await this.#listeners({ kind: 'post', id: postId })
    const alive = await aliveAmong(
      openDb(this.env.DB, new Meter()),
      sockets.flatMap(sidOf),
      new Date(),
    )
    for (const socket of sockets) {
      if (!sidOf(socket).every((sid) => alive.has(sid)))
        this.#close(socket, CLOSED.ended, 'the session has ended')
      else for (const message of messages) socket.send(message)
    }
  }

  /** For the health check: answers if the object and its storage work. */
  ping(): number {
    return this.ctx.storage.sql.exec<{ one: number }>('SELECT 1 AS one').one().one
  }

  /** Clients may send only "ping", which the runtime answers. */
  override webSocketMessage(socket: WebSocket): void {
    this.#close(socket, CLOSED.talkative, 'this socket only tells')
  }

  override webSocketClose(socket: WebSocket, code: number): void {
    // 1005 and 1006 mean "no code received" and must not be sent.
    this.#close(socket, code === 1005 || code === 1006 ? 1000 : code)
  }

  override webSocketError(socket: WebSocket): void {
    this.#release(socket)
  }

  /** The sockets that are open now, to correct the counts of visitors. */
  socketIds(): string[] {
    return this.ctx.getWebSockets().map((socket) => (socket.deserializeAttachment() as Kept).id)
  }

  #close(socket: WebSocket, code: number, reason?: string): void {
    socket.close(code, reason)
    this.#release(socket)
  }

  /**
   * Reports that the socket is closed. A report that fails is not repeated: the count of a visitor
   * is later compared with the rooms.
   */
  #release(socket: WebSocket): void {
    const { id, holders } = socket.deserializeAttachment() as Kept
    this.ctx.waitUntil(Promise.allSettled(holders.map((name) => closeSocket(this.env, name, id))))
  }

  /**
   * The open sockets. Without any, the object stops listening. This runs one after the other with
   * `#list`, so that a socket that opens meanwhile stays listed.
   */
  #listeners(topic: Topic): Promise<WebSocket[]> {
    return this.#inTurn(async () => {
      const sockets = this.ctx.getWebSockets()
      if (sockets.length === 0) {
        await openDb(this.env.DB, new Meter()).batch([listenNoMore(topic)])
        await this.ctx.storage.delete('listed')
      }
      return sockets
    })
  }

  /**
   * Makes this object receive the changes of its topic. The row is written only once in some days.
   */
  async #list(topic: Topic): Promise<void> {
    const now = new Date()
    const listed = await this.ctx.storage.get<string | true>('listed')
    if (typeof listed === 'string' && listed > dayOf(after(now, -RELISTED_AFTER))) return
    await openDb(this.env.DB, new Meter()).batch([listenTo(topic, now)])
    await this.ctx.storage.put('listed', dayOf(now))
  }

  #isTooMuch(who: string): boolean {
    const now = Date.now()
    this.#entrances = this.#entrances.filter(({ at }) => at > now - MINUTE)
    this.#entrances.push({ who, at: now })
    return (
      this.#entrances.filter((entrance) => entrance.who === who).length > SOCKETS_A_MINUTE ||
      this.ctx.getWebSockets().length >= READERS_MAX
    )
  }
}

/** The session of a signed-in reader; empty for an anonymous one. */
function sidOf(socket: WebSocket): string[] {
  const { sid } = socket.deserializeAttachment() as Kept
  return sid === null ? [] : [sid]
}

async function aliveAmong(db: Database, sids: string[], now: Date): Promise<ReadonlySet<string>> {
  if (sids.length === 0) return new Set()
  const rows = await db.all(sql<{ sid: string }>`
    SELECT sid FROM sessions
    WHERE sid IN (SELECT value FROM json_each(${JSON.stringify(sids)})) AND expires_at > ${now.toISOString()}`)
  return new Set(rows.map(({ sid }) => sid))
}

function oldestFirst(sockets: WebSocket[]): WebSocket[] {
  const since = (socket: WebSocket) => (socket.deserializeAttachment() as Kept).since
  return sockets.toSorted((a, b) => since(a) - since(b))
}

interface LiveState {
  /** The unread counts; null if the user is deleted. */
  unread: Unread | null
  /** The sessions that are still valid. */
  sids: ReadonlySet<string>
}

async function unreadForLive(db: Database, uid: number, now: Date): Promise<LiveState> {
  const { user, counts, sessions } = await db.read({
    user: one(sql<Switches>`
      SELECT notify_comment, notify_reply, notify_like, notify_follow FROM users WHERE uid = ${uid} AND status <> 'deleted'`),
    counts: unreadByKind(sql`${uid}`),
    sessions: sql<{ sid: string }>`
      SELECT sid FROM sessions WHERE user_id = ${uid} AND expires_at > ${now.toISOString()}`,
  })
  return { unread: user && unreadOf(counts, user), sids: new Set(sessions.map(({ sid }) => sid)) }
}
