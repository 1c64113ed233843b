import { Hono } from 'hono'
import { z } from 'zod'
import type { AppEnv } from '#env'
import { administratorOf } from '#features/core/site/administrator.ts'
import { allPinned, PinInput, pinPost, unpinPost } from '#features/publishing/lists/pinned.ts'
import { changesPages } from '#web/cache/edge-cache.ts'
import { owner } from '#web/guards/guards.ts'
import { doc } from '#web/openapi/doc.ts'
import { idParam, json } from '#web/validation/validate.ts'

const PinnedShape = z
  .object({ posts: z.array(z.object({ post_id: z.int(), title: z.string() })) })
  .meta({ id: 'PinnedPosts' })

export const adminPinnedApi = new Hono<AppEnv>()
  .get('/admin/pinned-posts', owner, doc('The posts at the top of the home page', { 200: PinnedShape }), async (c) =>
    c.json({ posts: await c.var.db.read(allPinned) }),
  )
  .post(
    '/admin/pinned-posts',
    owner,
    changesPages,
    doc('Pin a public post, by its number or address', { 201: PinnedShape }),
    json(PinInput),
    async (c) => {
      const { post } = c.req.valid('json')
      return c.json({ posts: await pinPost(c.var.db, administratorOf(c), post, c.var.now) }, 201)
    },
  )
  .delete(
    '/admin/pinned-posts/:id',
    owner,
    changesPages,
    idParam,
    doc('Unpin a post', { 200: PinnedShape }, 'not_found'),
    async (c) => {
      const { id } = c.req.valid('param')
      return c.json({ posts: await unpinPost(c.var.db, administratorOf(c), id, c.var.now) })
    },
  )
