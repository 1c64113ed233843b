import { type Context, Hono } from 'hono'
import type { AppEnv } from '#env'
import type { Entrance } from '#features/community/live/http/live-room.ts'
import { roomName, type Topic } from '#features/community/live/topics.ts'
import { visiblePostOf } from '#features/publishing/posts/post.ts'
import { AppError, orUnavailable } from '#kernel/errors.ts'
import { refuseOtherSites } from '#web/guards/csrf.ts'
import { optionalViewer, signedIn } from '#web/guards/guards.ts'
import { doc, read } from '#web/openapi/doc.ts'
import { idParam } from '#web/validation/validate.ts'

export const liveApi = new Hono<AppEnv>()
  .get(
    '/live',
    // No tokens: a personal access token has no session that could end.
    read('openLiveSocket', { tag: 'live' }),
    signedIn,
    doc(
      'WebSocket with the number of unread notifications, sent on every change: `{"type": "unread", …}`',
      { 101: null },
      'bad_request',
      'csrf_failed',
      'rate_limited',
    ),
    async (c) => {
      const { viewer, sid } = c.var
      return enter(c, { topic: { kind: 'user', id: viewer.uid }, who: `user ${viewer.uid}`, sid })
    },
  )
  .get(
    '/posts/:id/live',
    read('openPostLiveSocket', { tag: 'posts', tokens: true }),
    optionalViewer,
    idParam,
    doc(
      'WebSocket with each new comment on a post: `{"type": "comment", "id", "post_id", "root_id", "author_uid"}`',
      { 101: null },
      'bad_request',
      'csrf_failed',
      'not_found',
      'rate_limited',
    ),
    async (c) => {
      const { db, viewer, sid, ip } = c.var
      const { id } = c.req.valid('param')
      await db.read(visiblePostOf(viewer, id))
      return enter(c, { topic: { kind: 'post', id }, who: viewer ? `user ${viewer.uid}` : `ip ${ip}`, sid })
    },
  )

/** The part of the context that is the same behind every guard. */
type Upgrading = Pick<Context<AppEnv>, 'env' | 'req'>

/** A page of another site could open a socket with the reader's cookies, so the origin is checked as for a write. */
async function enter(c: Upgrading, entrance: Entrance): Promise<Response> {
  if (c.req.header('upgrade')?.toLowerCase() !== 'websocket') throw new AppError('bad_request')
  refuseOtherSites(c)
  const address = `https://live/?entrance=${encodeURIComponent(JSON.stringify(entrance))}`
  const { status, webSocket } = await orUnavailable(async () =>
    roomOf(c, entrance.topic).fetch(address, { headers: { Upgrade: 'websocket' } }),
  )
  if (status !== 101) throw new AppError('rate_limited', { retryAfterSeconds: 60 })
  return new Response(null, { status, webSocket })
}

function roomOf({ env }: Upgrading, topic: Topic) {
  return env.LIVE_ROOM.getByName(roomName(topic))
}
