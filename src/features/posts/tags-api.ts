import { Hono } from 'hono'
import { z } from 'zod'
import type { AppEnv } from '#env'
import { suggestTags, TAG_SUGGESTIONS } from '#features/posts/tag-names.ts'
import { TAG_MAX } from '#features/posts/tags.ts'
import { text } from '#kernel/fields.ts'
import { doc } from '#web/doc.ts'
import { listOf } from '#web/shapes.ts'
import { query } from '#web/validate.ts'

const TagShape = z.object({ name: z.string(), posts_count: z.int() }).meta({ id: 'Tag' })
const TagsQuery = z.object({ q: text({ max: TAG_MAX }).default('') })

export const tagsApi = new Hono<AppEnv>().get(
  '/tags',
  doc(`Tags that begin with \`q\`, the popular ones first; ${TAG_SUGGESTIONS} at most`, { 200: listOf(TagShape) }),
  query(TagsQuery),
  async (c) => c.json({ items: await suggestTags(c.var.db, c.req.valid('query').q), next_cursor: null }),
)
