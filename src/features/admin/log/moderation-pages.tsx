import { Hono } from 'hono'
import { z } from 'zod'
import type { AppEnv } from '#env'
import { publicEntries } from '#features/admin/log/public-log.ts'
import { moderationTexts } from '#features/admin/log/text-moderation.ts'
import { ModerationView } from '#features/admin/log/views-moderation.tsx'
import { PAGE_SIZE } from '#kernel/paging.ts'
import { cached } from '#web/edge-cache.ts'
import { page } from '#web/page.tsx'
import { pageQuery, pageRequest, query } from '#web/validate.ts'

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
