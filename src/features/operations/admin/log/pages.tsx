import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { page } from '#features/core/shell/page.tsx'
import { AUDIT_ACTIONS, type AuditAction } from '#features/core/site/audit-log.ts'
import { ignoringInvalid, searchInput, uidsOf } from '#features/operations/admin/frame/inputs.ts'
import { showAdminPage } from '#features/operations/admin/frame/page.tsx'
import { auditPage } from '#features/operations/admin/log/audit-log.ts'
import { publicEntries } from '#features/operations/admin/log/public-log.ts'
import { adminLogTexts, moderationTexts } from '#features/operations/admin/log/text.ts'
import { AuditView } from '#features/operations/admin/log/views.tsx'
import { ModerationView } from '#features/operations/admin/log/views-moderation.tsx'
import { cached } from '#web/cache/edge-cache.ts'
import { adminPage } from '#web/guards/guards.ts'
import { pageQuery, pageRequest, query } from '#web/validation/validate.ts'

const AuditPageQuery = z.object({
  ...ignoringInvalid({
    action: z.enum(Object.keys(AUDIT_ACTIONS) as AuditAction[]).optional(),
    actor: searchInput,
    subject: searchInput,
  }),
  cursor: pageQuery.cursor,
})

/** The audit log for admins, and the public moderation log. */
export const logPages = new Hono<AppEnv>()
  .get('/admin/audit-log', adminPage, query(AuditPageQuery), async (c) => {
    const { db, language } = c.var
    const { cursor, ...asked } = c.req.valid('query')
    const uids = await uidsOf(db, { actor: asked.actor, subject: asked.subject })
    const entries = auditPage({ action: asked.action, ...uids }, pageRequest({ cursor }), language)
    const { title } = adminLogTexts[language]
    return showAdminPage(c, { name: 'audit', title }, { entries }, ({ entries }) => (
      <AuditView {...{ entries, asked, language }} />
    ))
  })
  // The public moderation log.
  .get('/moderation', cached('cursor'), query(z.object({ cursor: pageQuery.cursor })), async (c) => {
    const { db, language } = c.var
    const { cursor } = c.req.valid('query')
    const entries = await publicEntries(db, pageRequest({ cursor }), language)
    const { title, description } = moderationTexts[language]
    return page(
      c,
      { title, description, canonicalPath: '/moderation', ...(cursor !== undefined && { robots: 'noindex' }) },
      <ModerationView entries={entries} language={language} />,
    )
  })
