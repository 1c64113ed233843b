import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import {
  suggestTags,
  TAG_SORTS,
  TAG_SUGGESTIONS,
  TagShape,
  tagPage,
} from '#features/publishing/tags/tags.ts'
import { text } from '#kernel/fields.ts'
import { TAG_MAX } from '#kernel/post-limits.ts'
import { lazyViewer } from '#web/guards/access.ts'
import { doc, listOf, read } from '#web/openapi/doc.ts'
import { pageQuery, pageRequest, query } from '#web/validation/validate.ts'

const TagsQuery = z.object({
  q: text({ max: TAG_MAX }).default(''),
  sort: z.enum(TAG_SORTS).optional(),
  ...pageQuery,
})

export const tagsApi = new Hono<AppEnv>().get(
  '/tags',
  lazyViewer,
  read('listTags', { tag: 'tags', tokens: true }),
  doc(
    `List the tags of public posts. They are sorted by \`sort\`, or by use without it. With \`q\` and without \`sort\`, the response has at most ${TAG_SUGGESTIONS} tags that start with \`q\`, and no further page`,
    { 200: listOf(TagShape) },
  ),
  query(TagsQuery),
  async (c) => {
    const { q, sort, ...asked } = c.req.valid('query')
    const request = pageRequest(asked)
    if (sort || q === '') return c.json(await c.var.db.read(tagPage(sort ?? 'popular', request)))
    return c.json({ items: await suggestTags(c.var.db, q, request), next_cursor: null })
  },
)
