import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { page } from '#features/core/shell/page.tsx'
import { AUDIT_ACTIONS, type AuditAction } from '#features/core/site/audit-log.ts'
import { searchInput, uidsOf } from '#features/operations/admin/frame/inputs.ts'
import { PAGES, showAdminPage } from '#features/operations/admin/frame/page.tsx'
import { AdminList } from '#features/operations/admin/frame/views-list.tsx'
import {
  AUDIT_FILTERS,
  AuditEntryShape,
  auditPage,
  publicEntries,
} from '#features/operations/admin/log/audit-log.ts'
import { adminLogTexts, moderationTexts } from '#features/operations/admin/log/text.ts'
import { AuditRow, ModerationView } from '#features/operations/admin/log/views.tsx'
import { cached } from '#web/cache/edge-cache.ts'
import { optionalViewer } from '#web/guards/access.ts'
import { adminRead, summary } from '#web/openapi/admin.ts'
import { listOf } from '#web/openapi/doc.ts'
import { pageFilters, pageQuery, pageRequest, query } from '#web/validation/validate.ts'

export const adminLogApi = new Hono<AppEnv>().get(
  '/admin/audit-log',
  adminRead('listAdminAuditLog', listOf(AuditEntryShape)),
  summary('List audit log entries'),
  query(z.object({ ...AUDIT_FILTERS, ...pageQuery })),
  async (c) => {
    const search = c.req.valid('query')
    return c.json(await c.var.db.read(auditPage(search, pageRequest(search), c.var.language)))
  },
)

const auditFilters = pageFilters({
  action: z.enum(Object.keys(AUDIT_ACTIONS) as AuditAction[]).optional(),
  actor: searchInput,
  subject: searchInput,
})

/** The audit log for admins, and the public moderation log (`/moderation`). */
export const logPages = new Hono<AppEnv>()
  .get(PAGES.audit.href, PAGES.audit.guard, auditFilters, async (c) => {
    const { db, language } = c.var
    const { cursor, ...asked } = c.req.valid('query')
    const uids = await uidsOf(db, { actor: asked.actor, subject: asked.subject })
    const entries = auditPage({ action: asked.action, ...uids }, pageRequest({ cursor }), language)
    const text = adminLogTexts[language]
    return showAdminPage(c, { name: 'audit', lead: text.lead }, { entries }, ({ entries }) => (
      <AdminList
        page={entries}
        path={PAGES.audit.href}
        asked={asked}
        filters={[
          {
            name: 'action',
            label: text.action,
            any: text.anyAction,
            options: Object.entries(text.actions),
          },
          { name: 'actor', label: text.actor },
          { name: 'subject', label: text.subject },
        ]}
        empty={{ icon: 'clock', title: text.none, hint: text.noneHint }}
        row={(entry) => <AuditRow entry={entry} language={language} />}
        language={language}
      />
    ))
  })
  .get(
    '/moderation',
    optionalViewer,
    cached('cursor'),
    query(z.object({ cursor: pageQuery.cursor })),
    async (c) => {
      const { db, language } = c.var
      const { cursor } = c.req.valid('query')
      const entries = await publicEntries(db, pageRequest({ cursor }), language)
      const { title, description } = moderationTexts[language]
      return page(
        c,
        {
          title,
          description,
          canonicalPath: '/moderation',
          ...(cursor !== undefined && { robots: 'noindex' }),
        },
        <ModerationView entries={entries} language={language} />,
      )
    },
  )
