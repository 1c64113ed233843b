import { Hono } from 'hono'
import * as z from 'zod'
import { SETTING_KEYS } from '#db/values.ts'
import type { AppEnv } from '#env'
import { auditActorOf } from '#features/core/site/audit-log.ts'
import { allSettings, readSettings, SiteSettingsShape, setSetting } from '#features/core/site/settings.ts'
import { showAdminPage } from '#features/operations/admin/frame/page.tsx'
import { SettingsView } from '#features/operations/admin/site/views.tsx'
import { changes } from '#web/cache/edge-cache.ts'
import { owner, ownerPage } from '#web/guards/guards.ts'
import { doc, read, write } from '#web/openapi/doc.ts'
import { json } from '#web/validation/validate.ts'

const SettingInput = z.object({ key: z.enum(SETTING_KEYS), value: z.boolean() })

export const adminSiteApi = new Hono<AppEnv>()
  .get(
    '/admin/site-settings',
    read('listAdminSiteSettings', { tag: 'admin' }),
    owner,
    doc('List site settings', { 200: SiteSettingsShape }),
    async (c) => c.json(await readSettings(c.var.db, c.var.now)),
  )
  .put(
    '/admin/site-settings',
    write('updateAdminSiteSetting', { tag: 'admin', repeat: 'idempotent' }),
    owner,
    changes(),
    doc('Update a site setting', { 200: SiteSettingsShape }),
    json(SettingInput),
    async (c) => {
      const { key, value } = c.req.valid('json')
      return c.json(await setSetting(c.var.db, auditActorOf(c), key, value, c.var.now))
    },
  )

export const adminSitePages = new Hono<AppEnv>().get('/admin/site-settings', ownerPage, (c) =>
  showAdminPage(c, { name: 'settings' }, { settings: allSettings }, SettingsView),
)
