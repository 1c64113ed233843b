import { Hono } from 'hono'
import { z } from 'zod'
import type { AppEnv } from '#env'
import { listPosts } from '#features/posts/list.ts'
import { submitPost } from '#features/posts/moves.ts'
import { asPost } from '#features/posts/post.ts'
import { PostCardShape, PostShape } from '#features/posts/shapes.ts'
import { TAG_LENGTH } from '#features/posts/tags.ts'
import { visiblePost } from '#features/posts/visibility.ts'
import { text } from '#kernel/fields.ts'
import { doc } from '#web/doc.ts'
import { member } from '#web/guards.ts'
import { listOf } from '#web/shapes.ts'
import { idParam, pageQuery, pageRequest, query } from '#web/validate.ts'

const PostsQuery = z.object({
  sort: z.enum(['new', 'hot']).default('new'),
  tag: text({ min: 1, max: TAG_LENGTH }).optional(),
  author: z.coerce.number().int().positive().optional(),
  ...pageQuery,
})

export const postsApi = new Hono<AppEnv>()
  .get('/posts', doc('Public posts', { 200: listOf(PostCardShape) }), query(PostsQuery), async (c) => {
    const search = c.req.valid('query')
    return c.json(await listPosts(c.var.db, search, pageRequest(search), c.var.language))
  })
  .get('/posts/:id', idParam, doc('One post', { 200: PostShape }, 'not_found'), async (c) =>
    c.json(asPost(await visiblePost(c.var.db, c.var.viewer, c.req.valid('param').id), c.var.language)),
  )
  .post(
    '/posts/:id/submit',
    member,
    idParam,
    doc('Submit a post for review', { 200: PostShape }, 'post_not_submittable', 'level_too_low', 'not_found'),
    async (c) =>
      c.json(asPost(await submitPost(c.var.db, c.var.viewer, c.req.valid('param').id, c.var.now), c.var.language)),
  )
