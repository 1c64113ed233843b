import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { toggleFollow } from '#features/community/follows/follows.ts'
import { toggleTopic } from '#features/community/follows/topics.ts'
import { text } from '#kernel/fields.ts'
import { TAG_MAX } from '#kernel/post-limits.ts'
import { changes } from '#web/cache/edge-cache.ts'
import { member } from '#web/guards/access.ts'
import { repeats } from '#web/openapi/doc.ts'
import { cameFrom } from '#web/validation/plain-form.ts'
import { pageId, pageParam, pageUid } from '#web/validation/validate.ts'

const tagParam = pageParam(z.object({ tag: text({ min: 1, max: TAG_MAX }) }))

/** The follow buttons of browsers without JavaScript. */
export const followsPages = new Hono<AppEnv>()
  .post(
    '/space/:uid',
    repeats('toggles'),
    member,
    changes('/space/:uid', '/space/:viewer'),
    pageUid,
    async (c) => {
      await toggleFollow(c.var.db, c.var.viewer, c.req.valid('param').uid, c.var.now)
      return c.redirect(cameFrom(c), 303)
    },
  )
  .post('/tags/:tag', repeats('toggles'), member, tagParam, async (c) => {
    await toggleTopic(c.var.db, c.var.viewer, c.req.valid('param'), c.var.now)
    return c.redirect(cameFrom(c), 303)
  })
  .post(
    '/series/:id',
    repeats('toggles'),
    member,
    changes('/series/:id', '/api/series/:id'),
    pageId,
    async (c) => {
      await toggleTopic(c.var.db, c.var.viewer, { series: c.req.valid('param').id }, c.var.now)
      return c.redirect(cameFrom(c), 303)
    },
  )
