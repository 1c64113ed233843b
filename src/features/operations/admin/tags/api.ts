import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { auditActorOf } from '#features/core/site/audit-log.ts'
import { TagShape } from '#features/publishing/posts/post.ts'
import { describeTag, TAG_DESCRIPTION_MAX, TagDescriptionInput } from '#features/publishing/tags/tags.ts'
import { text } from '#kernel/fields.ts'
import { TAG_MAX } from '#kernel/post-limits.ts'
import { changes } from '#web/cache/edge-cache.ts'
import { admin } from '#web/guards/guards.ts'
import { doc, write } from '#web/openapi/doc.ts'
import { json, param } from '#web/validation/validate.ts'

export const adminTagsApi = new Hono<AppEnv>().put(
  '/admin/tags/:tag',
  write('updateAdminTag', { tag: 'admin', repeat: 'idempotent' }),
  admin,
  changes(),
  param(z.object({ tag: text({ min: 1, max: TAG_MAX }) })),
  doc(
    `Set the description of a tag (up to ${TAG_DESCRIPTION_MAX} characters); an empty text removes it`,
    { 200: TagShape },
    'not_found',
  ),
  json(TagDescriptionInput),
  async (c) => {
    const { description } = c.req.valid('json')
    return c.json(await describeTag(c.var.db, auditActorOf(c), c.req.valid('param').tag, description, c.var.now))
  },
)
