import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { page } from '#features/core/shell/page.tsx'
import { AUDIT_ACTIONS, type AuditAction } from '#features/core/site/audit-log.ts'
import { searchInput } from '#features/operations/admin/frame/inputs.ts'
import { adminPageOf } from '#features/operations/admin/frame/page.tsx'
import { uidsOf } from '#features/operations/admin/frame/uids.ts'
import { openDecisions } from '#features/operations/admin/frame/waiting.ts'
import { auditPage } from '#features/operations/admin/log/audit-log.ts'
import { publicEntries } from '#features/operations/admin/log/public-log.ts'
import { adminLogTexts, moderationTexts } from '#features/operations/admin/log/text.ts'
import { AuditView } from '#features/operations/admin/log/views.tsx'
import { ModerationView } from '#features/operations/admin/log/views-moderation.tsx'
import { PAGE_SIZE } from '#kernel/paging.ts'
import { cached } from '#web/cache/edge-cache.ts'
import { adminPage } from '#web/guards/guards.ts'
import { pageQuery, pageRequest, query } from '#web/validation/validate.ts'

const AuditPageQuery = z.object({
  action: z
    .enum(Object.keys(AUDIT_ACTIONS) as AuditAction[])
    .optional()
    .catch(undefined),
  actor: searchInput.catch(undefined),
  subject: searchInput.catch(undefined),
  cursor: pageQuery.cursor,
})

/** The audit log for admins, and the public moderation log. */
export const logPages = new Hono<AppEnv>()
  .get('/admin/audit-log', adminPage, query(AuditPageQuery), async (c) => {
    const { db, language } = c.var
    const { cursor, ...asked } = c.req.valid('query')
    const request = pageRequest({ limit: PAGE_SIZE, cursor })
    const { actor, subject } = await uidsOf(db, { actor: asked.actor, subject: asked.subject })
    const { waiting, entries } = await db.read({
      waiting: openDecisions,
      entries: auditPage({ action: asked.action, actor, subject }, request, language),
    })
    return adminPageOf(
      c,
      { name: 'audit', title: adminLogTexts[language].title, waiting },
      <AuditView {...{ entries, asked, language }} />,
    )
  })
  // The public moderation log.
  .get('/moderation', cached('cursor'), query(z.object({ cursor: pageQuery.cursor })), async (c) => {
    const { db, language } = c.var
    const { cursor } = c.req.valid('query')
    const entries = await publicEntries(db, pageRequest({ limit: PAGE_SIZE, cursor }), language)
    const { title, description } = moderationTexts[language]
    return page(
      c,
      { title, description, canonicalPath: '/moderation', ...(cursor !== undefined && { robots: 'noindex' }) },
      <ModerationView entries={entries} language={language} />,
    )
  })
