import { Hono } from 'hono'
import type { AppEnv } from '#env'
import { adminTexts } from '#features/admin/frame/text.ts'
import { Admin } from '#features/admin/frame/views.tsx'
import { adminOverview } from '#features/admin/overview/overview.ts'
import { OverviewView } from '#features/admin/overview/views.tsx'
import { adminPage } from '#web/guards.ts'
import { page } from '#web/page.tsx'

export const adminOverviewPages = new Hono<AppEnv>().get('/admin', adminPage, async (c) => {
  const { db, viewer, language, now } = c.var
  const overview = await adminOverview(db, now)
  const { title, description } = adminTexts[language]
  return page(
    c,
    { title, description, robots: 'noindex', scripts: ['admin.js'] },
    <Admin current="overview" viewer={viewer} waiting={overview.waiting} language={language}>
      <OverviewView overview={overview} language={language} />
    </Admin>,
  )
})
