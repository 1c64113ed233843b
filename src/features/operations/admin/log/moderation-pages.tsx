import { Hono } from 'hono'
import { z } from 'zod'
import type { AppEnv } from '#env'
import { page } from '#features/core/shell/page.tsx'
import { publicEntries } from '#features/operations/admin/log/public-log.ts'
import { moderationTexts } from '#features/operations/admin/log/text-moderation.ts'
import { ModerationView } from '#features/operations/admin/log/views-moderation.tsx'
import { PAGE_SIZE } from '#kernel/paging.ts'
import { cached } from '#web/cache/edge-cache.ts'
import { pageQuery, pageRequest, query } from '#web/validation/validate.ts'

/** What admins did, for everybody to read. */
export const moderationPages = new Hono<AppEnv>().get(
  '/moderation',
  cached('cursor'),
  query(z.object({ cursor: pageQuery.cursor })),
  async (c) => {
    const { db, language } = c.var
    const { cursor } = c.req.valid('query')
    const entries = await publicEntries(db, pageRequest({ limit: PAGE_SIZE, cursor }), language)
    const { title, description } = moderationTexts[language]
    return page(
      c,
      { title, description, canonicalPath: '/moderation', ...(cursor !== undefined && { robots: 'noindex' }) },
      <ModerationView entries={entries} language={language} />,
    )
  },
)
