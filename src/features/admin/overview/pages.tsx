import { Hono } from 'hono'
import type { AppEnv } from '#env'
import { adminPageOf } from '#features/admin/frame/page.tsx'
import { adminOverview } from '#features/admin/overview/overview.ts'
import { adminOverviewTexts } from '#features/admin/overview/text.ts'
import { OverviewView } from '#features/admin/overview/views.tsx'
import { adminPage } from '#web/guards.ts'

export const adminOverviewPages = new Hono<AppEnv>().get('/admin', adminPage, async (c) => {
  const { db, language, now } = c.var
  const overview = await adminOverview(db, now)
  const { description } = adminOverviewTexts[language]
  return adminPageOf(
    c,
    { name: 'overview', description, waiting: overview.waiting },
    <OverviewView overview={overview} language={language} />,
  )
})
