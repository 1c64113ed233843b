import type { Context } from 'hono'
import { Meter, openDb } from '#db/client.ts'
import type { AppEnv } from '#env'
import { publicPostOf } from '#features/publishing/posts/post.ts'
import { isBot } from '#kernel/user-agent.ts'
import { inBackground } from '#web/in-background.ts'
import { siteOrigin } from '#web/site-origin.ts'

export type GainContext = Pick<Context<AppEnv>, 'env' | 'executionCtx' | 'req'> & {
  var: Pick<AppEnv['Variables'], 'ip' | 'now'>
}

/**
 * Counts a new follower or subscriber of an author for the post on whose page the button is. The
 * object of the post counts a gain only for a reader whose view it has counted, once, and it stores
 * no user: a user who follows, unfollows and follows again is one follower.
 */
export function countGain(c: GainContext, author: number, gain: 'followers' | 'subscribers'): void {
  const page = URL.parse(c.req.header('referer') ?? '')
  const [, id] = /^\/posts\/([1-9]\d{0,14})$/.exec(page?.pathname ?? '') ?? []
  const userAgent = c.req.header('user-agent') ?? ''
  if (id === undefined || page?.origin !== siteOrigin(c) || isBot(userAgent)) return
  const [postId, now] = [Number(id), c.var.now.getTime()]
  const work = async () => {
    const post = await openDb(c.env.DB, new Meter()).first(publicPostOf(postId))
    if (post?.author_id !== author) return
    await c.env.VIEW_COUNTER.getByName(`post:${postId}`).view({
      postId,
      ip: c.var.ip,
      userAgent,
      from: null,
      news: { kind: 'gain', gain },
      now,
    })
  }
  inBackground(c, 'count a gain', work())
}
