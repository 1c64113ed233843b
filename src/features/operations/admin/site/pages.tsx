import { Hono } from 'hono'
import type { AppEnv } from '#env'
import { allSettings } from '#features/core/site/settings.ts'
import { adminPageOf } from '#features/operations/admin/frame/page.tsx'
import { openDecisions } from '#features/operations/admin/frame/waiting.ts'
import { adminSiteTexts } from '#features/operations/admin/site/text.ts'
import { SettingsView } from '#features/operations/admin/site/views.tsx'
import { ownerPage } from '#web/guards/guards.ts'

export const adminSitePages = new Hono<AppEnv>().get('/admin/site-settings', ownerPage, async (c) => {
  const { db, language } = c.var
  const { waiting, settings } = await db.read({ waiting: openDecisions, settings: allSettings })
  return adminPageOf(
    c,
    { name: 'settings', title: adminSiteTexts[language].title, waiting },
    <SettingsView {...{ settings, language }} />,
  )
})
