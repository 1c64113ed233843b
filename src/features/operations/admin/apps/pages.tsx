import { Hono } from 'hono'
import type { AppEnv } from '#env'
import { allApps } from '#features/accounts/apps/apps.ts'
import { adminAppsTexts } from '#features/operations/admin/apps/text.ts'
import { AppsView } from '#features/operations/admin/apps/views.tsx'
import { adminPageOf } from '#features/operations/admin/frame/page.tsx'
import { openDecisions } from '#features/operations/admin/frame/waiting.ts'
import { ownerPage } from '#web/guards/guards.ts'
import { siteOrigin } from '#web/site-origin.ts'

export const adminAppsPages = new Hono<AppEnv>().get('/admin/apps', ownerPage, async (c) => {
  const { db, language } = c.var
  const { waiting, apps } = await db.read({ waiting: openDecisions, apps: allApps })
  const chosen = apps.find(({ id }) => String(id) === c.req.query('id')) ?? null
  return adminPageOf(
    c,
    { name: 'apps', title: adminAppsTexts[language].title, waiting },
    <AppsView {...{ apps, chosen, language }} site={siteOrigin(c)} />,
  )
})
