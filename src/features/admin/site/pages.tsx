import { Hono } from 'hono'
import { z } from 'zod'
import type { AppEnv } from '#env'
import { adminTexts } from '#features/admin/frame/text.ts'
import { Admin } from '#features/admin/frame/views.tsx'
import { asWaiting, totalRows } from '#features/admin/frame/waiting.ts'
import { asAuditPage, auditRows } from '#features/admin/log/audit-log.ts'
import { adminSiteTexts } from '#features/admin/log/text.ts'
import { AuditView } from '#features/admin/log/views.tsx'
import { SettingsView } from '#features/admin/site/views.tsx'
import { AUDIT_ACTIONS, type AuditAction } from '#features/site/audit-log.ts'
import { asSettings, settingRows } from '#features/site/settings.ts'
import { PAGE_SIZE } from '#kernel/paging.ts'
import { adminPage, ownerPage } from '#web/guards.ts'
import { page } from '#web/page.tsx'
import { pageQuery, pageRequest, query } from '#web/validate.ts'

const number = z.coerce.number().int().positive().optional().catch(undefined)
const AuditPageQuery = z.object({
  action: z
    .enum(Object.keys(AUDIT_ACTIONS) as AuditAction[])
    .optional()
    .catch(undefined),
  actor: number,
  subject: number,
  cursor: pageQuery.cursor,
})

export const adminSitePages = new Hono<AppEnv>()
  .get('/admin/site-settings', ownerPage, async (c) => {
    const { db, viewer, language } = c.var
    const [totals, rows] = await db.batch([totalRows, settingRows])
    return page(
      c,
      {
        title: `${adminSiteTexts[language].settings.title} · ${adminTexts[language].title}`,
        robots: 'noindex',
        scripts: ['admin.js'],
      },
      <Admin current="settings" viewer={viewer} waiting={asWaiting(totals)} language={language}>
        <SettingsView settings={asSettings(rows)} language={language} />
      </Admin>,
    )
  })
  .get('/admin/audit-log', adminPage, query(AuditPageQuery), async (c) => {
    const { db, viewer, language } = c.var
    const { cursor, ...asked } = c.req.valid('query')
    const request = pageRequest({ limit: PAGE_SIZE, cursor })
    const [totals, rows] = await db.batch([totalRows, auditRows(asked, request)])
    return page(
      c,
      {
        title: `${adminSiteTexts[language].audit.title} · ${adminTexts[language].title}`,
        robots: 'noindex',
        scripts: ['admin.js'],
      },
      <Admin current="audit" viewer={viewer} waiting={asWaiting(totals)} language={language}>
        <AuditView entries={asAuditPage(rows, request, language)} asked={asked} language={language} />
      </Admin>,
    )
  })
