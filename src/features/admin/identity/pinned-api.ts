import { Hono } from 'hono'
import { z } from 'zod'
import type { AppEnv } from '#env'
import { allPinned, PinInput, pinPost, unpinPost } from '#features/posts/pinned.ts'
import { administratorOf } from '#web/administrator.ts'
import { doc } from '#web/doc.ts'
import { owner } from '#web/guards.ts'
import { changesPages } from '#web/post-changed.ts'
import { idParam, json } from '#web/validate.ts'

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
