import { Hono } from 'hono'
import * as z from 'zod'
import { AUDIT_TARGETS } from '#db/values.ts'
import type { AppEnv } from '#env'
import { page } from '#features/core/shell/page.tsx'
import { AUDIT_ACTIONS, type AuditAction } from '#features/core/site/audit-log.ts'
import { idFilter, ignoringInvalid, searchInput, uidsOf } from '#features/operations/admin/frame/inputs.ts'
import { PAGES } from '#features/operations/admin/frame/menu.tsx'
import { showAdminPage } from '#features/operations/admin/frame/page.tsx'
import { AuditEntryShape, auditPage } from '#features/operations/admin/log/audit-log.ts'
import { publicEntries } from '#features/operations/admin/log/public-log.ts'
import { moderationTexts } from '#features/operations/admin/log/text.ts'
import { AuditView, ModerationView } from '#features/operations/admin/log/views.tsx'
import { text } from '#kernel/fields.ts'
import { cached } from '#web/cache/edge-cache.ts'
import { admin } from '#web/guards/guards.ts'
import { doc, listOf, read } from '#web/openapi/doc.ts'
import { pageQuery, pageRequest, query } from '#web/validation/validate.ts'

const AuditQuery = z.object({
  actor: idFilter,
  action: text({ min: 1, max: 50 }).optional(),
  target_type: z.enum(AUDIT_TARGETS).optional(),
  target_id: text({ min: 1, max: 50 }).optional(),
  subject: idFilter,
  ...pageQuery,
})

export const adminLogApi = new Hono<AppEnv>().get(
  '/admin/audit-log',
  read('listAdminAuditLog', { tag: 'admin' }),
  admin,
  doc('List audit log entries', { 200: listOf(AuditEntryShape) }),
  query(AuditQuery),
  async (c) => {
    const search = c.req.valid('query')
    return c.json(await c.var.db.read(auditPage(search, pageRequest(search), c.var.language)))
  },
)

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
  .get(PAGES.audit.href, PAGES.audit.guard, query(AuditPageQuery), async (c) => {
    const { db, language } = c.var
    const { cursor, ...asked } = c.req.valid('query')
    const uids = await uidsOf(db, { actor: asked.actor, subject: asked.subject })
    const entries = auditPage({ action: asked.action, ...uids }, pageRequest({ cursor }), language)
    return showAdminPage(c, { name: 'audit' }, { entries }, (read) => <AuditView {...read} asked={asked} />)
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
