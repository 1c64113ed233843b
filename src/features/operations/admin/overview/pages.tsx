import { Hono } from 'hono'
import type { AppEnv } from '#env'
import { mailServiceOf } from '#features/core/mail/service.ts'
import { adminPageOf } from '#features/operations/admin/frame/page.tsx'
import { checklistOf } from '#features/operations/admin/overview/checklist.ts'
import { adminOverview } from '#features/operations/admin/overview/overview.ts'
import { adminOverviewTexts } from '#features/operations/admin/overview/text.ts'
import { OverviewView } from '#features/operations/admin/overview/views.tsx'
import { isOwner } from '#kernel/roles.ts'
import { adminPage } from '#web/guards/guards.ts'
import { siteOrigin } from '#web/site-origin.ts'

export const adminOverviewPages = new Hono<AppEnv>().get('/admin', adminPage, async (c) => {
  const { db, viewer, language, now } = c.var
  const overview = await adminOverview(db, now, isOwner(viewer) ? viewer.uid : null)
  const checklist = checklistOf(overview.firstSteps, {
    hasUsername: viewer.username !== null,
    hasMail: mailServiceOf(c.env) !== null,
    hasBackup: overview.figures.backups.last_at !== null,
    hasDomain: !new URL(siteOrigin(c)).hostname.endsWith('.workers.dev'),
  })
  const { description } = adminOverviewTexts[language]
  return adminPageOf(
    c,
    { name: 'overview', description, waiting: overview.waiting },
    <OverviewView {...{ overview, checklist, language }} />,
  )
})
