import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { auditActorOf } from '#features/core/site/audit-log.ts'
import { TagShape, tagPath } from '#features/publishing/posts/post.ts'
import { describeTag, TAG_DESCRIPTION_MAX, TagDescriptionInput } from '#features/publishing/tags/tags.ts'
import { AppError } from '#kernel/errors.ts'
import { text } from '#kernel/fields.ts'
import { TAG_MAX } from '#kernel/post-limits.ts'
import { changes, dropCached } from '#web/cache/edge-cache.ts'
import { admin, adminForm } from '#web/guards/guards.ts'
import { doc, repeats, write } from '#web/openapi/doc.ts'
import { fromThisSite, plainForm } from '#web/validation/plain-form.ts'
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

const TagForm = z.object({ tag: text({ min: 1, max: TAG_MAX }), ...TagDescriptionInput.shape })

/** Handles the description form on the tag page, without JavaScript. */
export const adminTagPages = new Hono<AppEnv>().post(
  '/tags',
  repeats('idempotent'),
  fromThisSite,
  adminForm,
  async (c) => {
    const { input, problems } = await plainForm(c, TagForm)
    if (!input) throw new AppError('validation_failed', { fields: problems })
    const { name } = await describeTag(c.var.db, auditActorOf(c), input.tag, input.description, c.var.now)
    dropCached(c)
    return c.redirect(tagPath(name), 303)
  },
)
