import { Hono } from 'hono'
import type { AppEnv } from '#env'
import { adminPageOf } from '#features/admin/frame/page.tsx'
import { whatWaits } from '#features/admin/frame/waiting.ts'
import { adminSiteTexts } from '#features/admin/site/text.ts'
import { SettingsView } from '#features/admin/site/views.tsx'
import { allSettings } from '#features/site/settings.ts'
import { ownerPage } from '#web/guards.ts'

export const adminSitePages = new Hono<AppEnv>().get('/admin/site-settings', ownerPage, async (c) => {
  const { db, language } = c.var
  const { waiting, settings } = await db.read({ waiting: whatWaits, settings: allSettings })
  return adminPageOf(
    c,
    { name: 'settings', title: adminSiteTexts[language].title, waiting },
    <SettingsView {...{ settings, language }} />,
  )
})
