import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { setFollowersPublic } from '#features/pages/space/space.ts'
import { changes } from '#web/cache/edge-cache.ts'
import { byUid } from '#web/guards/by-uid.ts'
import { doc, write } from '#web/openapi/doc.ts'
import { json } from '#web/validation/validate.ts'

const PrivacyShape = z.object({ followers_public: z.boolean() })

export const spaceApi = new Hono<AppEnv>().put(
  '/space/privacy',
  write('updateSpacePrivacy', { tag: 'space', repeat: 'idempotent', tokens: true }),
  byUid,
  changes(),
  doc('Show or hide your following and followers lists', { 200: PrivacyShape }),
  json(PrivacyShape),
  async (c) => {
    const { followers_public } = c.req.valid('json')
    return c.json({ followers_public: await setFollowersPublic(c.var.db, c.var.viewerId, followers_public) })
  },
)
