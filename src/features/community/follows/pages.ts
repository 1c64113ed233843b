import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { toggleFollow } from '#features/community/follows/follows.ts'
import { changes } from '#web/cache/edge-cache.ts'
import { memberForm } from '#web/guards/guards.ts'
import { repeats } from '#web/openapi/doc.ts'
import { cameFrom, fromThisSite } from '#web/validation/plain-form.ts'
import { pageParam, pathId } from '#web/validation/validate.ts'

const uidParam = pageParam(z.object({ uid: pathId }))

/** The follow button of browsers without JavaScript. */
export const followsPages = new Hono<AppEnv>().post(
  '/space/:uid',
  repeats('toggles'),
  fromThisSite,
  memberForm,
  changes('/space/:uid', '/space/:viewer'),
  uidParam,
  async (c) => {
    await toggleFollow(c.var.db, c.var.viewer, c.req.valid('param').uid, c.var.now)
    return c.redirect(cameFrom(c), 303)
  },
)
