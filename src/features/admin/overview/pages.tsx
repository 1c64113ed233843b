import { Hono } from 'hono'
import type { AppEnv } from '#env'
import { adminPageOf } from '#features/admin/frame/page.tsx'
import { checklistOf } from '#features/admin/overview/checklist.ts'
import { adminOverview } from '#features/admin/overview/overview.ts'
import { adminOverviewTexts } from '#features/admin/overview/text.ts'
import { OverviewView } from '#features/admin/overview/views.tsx'
import { mailServiceOf } from '#features/mail/service.ts'
import { isOwner } from '#features/people/viewer.ts'
import { adminPage } from '#web/guards.ts'

export const adminOverviewPages = new Hono<AppEnv>().get('/admin', adminPage, async (c) => {
  const { db, viewer, language, now } = c.var
  const overview = await adminOverview(db, now, isOwner(viewer) ? viewer.uid : null)
  const checklist = checklistOf(overview.firstSteps, {
    hasMail: mailServiceOf(c.env) !== null,
    hasBackup: overview.figures.backups.last_at !== null,
  })
  const { description } = adminOverviewTexts[language]
  return adminPageOf(
    c,
    { name: 'overview', description, waiting: overview.waiting },
    <OverviewView {...{ overview, checklist, language }} />,
  )
})
