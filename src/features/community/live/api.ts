import { type Context, Hono } from 'hono'
import type { AppEnv } from '#env'
import type { Entrance } from '#features/community/live/http/live-room.ts'
import { roomName, type Topic } from '#features/community/live/topics.ts'
import { visiblePostOf } from '#features/publishing/posts/post.ts'
import { AppError, orUnavailable } from '#kernel/errors.ts'
import { randomId } from '#kernel/ids.ts'
import { SOCKETS_OF_ADDRESS_MAX, SOCKETS_OF_USER_MAX } from '#kernel/rate-limits.ts'
import { optionalViewer, signedIn } from '#web/guards/access.ts'
import { refuseOtherSites } from '#web/guards/csrf.ts'
import { closeSocket, openSocket } from '#web/limits/sockets.ts'
import { doc, read } from '#web/openapi/doc.ts'
import { idParam } from '#web/validation/validate.ts'

export const liveApi = new Hono<AppEnv>()
  .get(
    '/live',
    // Personal access tokens are not allowed, because they have no session that could end.
    read('openLiveSocket', { tag: 'live' }),
    signedIn,
    doc(
      'Open a WebSocket for the number of your unread notifications. The server sends it on every change, as `{"type": "unread", …}`',
      { 101: null },
      'bad_request',
      'csrf_failed',
    ),
    (c) => enter(c, { kind: 'user', id: c.var.viewer.uid }),
  )
  .get(
    '/posts/:id/live',
    read('openPostLiveSocket', { tag: 'posts', tokens: true }),
    optionalViewer,
    idParam,
    doc(
      'Open a WebSocket for the new comments on a post. The server sends `{"type": "comment", "id", "post_id", "root_id", "author_uid"}` for each of them',
      { 101: null },
      'bad_request',
      'csrf_failed',
      'not_found',
    ),
    async (c) => {
      const { db, viewer } = c.var
      const { id } = c.req.valid('param')
      await db.read(visiblePostOf(viewer, id))
      return enter(c, { kind: 'post', id })
    },
  )

/** The part of the context that is the same behind every guard. */
interface Upgrading extends Pick<Context<AppEnv>, 'env' | 'req'> {
  var: Pick<AppEnv['Variables'], 'viewer' | 'sid' | 'ip' | 'now'>
}

/**
 * A page of another site could open a socket with the cookies of the reader. So the origin is
 * checked as for a write.
 */
async function enter(c: Upgrading, topic: Topic): Promise<Response> {
  if (c.req.header('upgrade')?.toLowerCase() !== 'websocket') throw new AppError('bad_request')
  refuseOtherSites(c)
  const { viewer, sid, ip } = c.var
  const who = viewer ? `user ${viewer.uid}` : `ip ${ip}`
  const entrance: Entrance = { topic, who, sid, id: randomId(), holders: [] }
  try {
    await count(c, entrance)
    const address = `https://live/?entrance=${encodeURIComponent(JSON.stringify(entrance))}`
    const { status, webSocket } = await orUnavailable(async () =>
      c.env.LIVE_ROOM.getByName(roomName(topic)).fetch(address, {
        headers: { Upgrade: 'websocket' },
      }),
    )
    if (status !== 101) throw tooMany()
    return new Response(null, { status, webSocket })
  } catch (error) {
    await Promise.allSettled(entrance.holders.map((name) => closeSocket(c.env, name, entrance.id)))
    throw error
  }
}

async function count(
  { env, var: { viewer, ip, now } }: Upgrading,
  { topic, id, holders }: Entrance,
): Promise<void> {
  const limits: [name: string, most: number][] = [[`ip:${ip}`, SOCKETS_OF_ADDRESS_MAX]]
  if (viewer) limits.push([`user:${viewer.uid}`, SOCKETS_OF_USER_MAX])
  for (const [name, most] of limits) {
    if (!(await openSocket(env, name, { id, room: roomName(topic) }, most, now))) throw tooMany()
    holders.push(name)
  }
}

const tooMany = (): AppError => new AppError('rate_limited', { retryAfterSeconds: 60 })
