import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { auditActorOf } from '#features/core/site/audit-log.ts'
import { tagPath } from '#features/publishing/posts/post.ts'
import { describeTag, TagDescriptionInput } from '#features/publishing/tags/tags.ts'
import { AppError } from '#kernel/errors.ts'
import { text } from '#kernel/fields.ts'
import { TAG_MAX } from '#kernel/post-limits.ts'
import { dropCached } from '#web/cache/edge-cache.ts'
import { adminForm } from '#web/guards/guards.ts'
import { repeats } from '#web/openapi/doc.ts'
import { fromThisSite, plainForm } from '#web/validation/plain-form.ts'

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
