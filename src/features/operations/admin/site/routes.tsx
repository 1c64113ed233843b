import { Hono } from 'hono'
import { AI_CRAWLERS, SETTING_KEYS } from '#db/values.ts'
import type { AppEnv } from '#env'
import { wholeIdentity } from '#features/core/identity/identity.ts'
import { byAdmin } from '#features/core/site/audit-log.ts'
import {
  allSettings,
  NUMBERS,
  readSettings,
  SettingInput,
  SiteSettingsShape,
  setSetting,
} from '#features/core/site/settings.ts'
import { PAGES, showAdminPage } from '#features/operations/admin/frame/page.tsx'
import { adminTexts, settingAnchor, settingNames } from '#features/operations/admin/frame/text.ts'
import { adminSiteTexts } from '#features/operations/admin/frame/text-settings.ts'
import { changes } from '#web/cache/edge-cache.ts'
import { Card } from '#web/components/elements.tsx'
import { SelectField } from '#web/components/fields.tsx'
import { ApiForm, Submit, Toggle } from '#web/components/form.tsx'
import { ownerFreshWrite, ownerRead, summary } from '#web/openapi/admin.ts'
import { json } from '#web/validation/validate.ts'

export const adminSiteApi = new Hono<AppEnv>()
  .get(
    '/admin/site-settings',
    ownerRead('listAdminSiteSettings', SiteSettingsShape),
    summary('Get all site settings'),
    async (c) => c.json(await readSettings(c.var.db, c.var.now)),
  )
  .put(
    '/admin/site-settings',
    ownerFreshWrite('updateAdminSiteSetting', 'idempotent', SiteSettingsShape),
    summary('Update one site setting. The response has all of them'),
    changes(),
    json(SettingInput),
    async (c) => c.json(await byAdmin(c, setSetting, c.req.valid('json'))),
  )

const LEVELS_TO_CREATE = Array.from(
  { length: NUMBERS['tags.create_level'].max + 1 },
  (_, level) => level,
)

export const adminSitePages = new Hono<AppEnv>().get(
  PAGES.settings.href,
  PAGES.settings.guard,
  (c) => {
    const { language } = c.var
    const text = adminSiteTexts[language]
    const { nav, save, saved } = adminTexts[language]
    const levelNames: Record<number, string> = text.newTags.levels
    const data = { settings: allSettings, identity: wholeIdentity }
    return showAdminPage(
      c,
      { name: 'settings', lead: text.lead },
      data,
      ({ settings, identity }) => (
        <div class="stack identity">
          <section class="card site-switches" aria-label={nav.settings}>
            {SETTING_KEYS.map((key) => {
              const { hint, on, off } = text.switches[key]
              return (
                <Toggle
                  id={settingAnchor(key)}
                  label={settingNames[language][key]}
                  hint={hint}
                  checked={settings[key]}
                  api="PUT /api/admin/site-settings"
                  name="value"
                  body={{ key }}
                  toasts={{ on, off }}
                />
              )
            })}
          </section>
          <Card heading="new-tags-heading" title={text.newTags.heading} lead={text.newTags.lead}>
            <ApiForm api="PUT /api/admin/site-settings" toast={saved} class="form narrow">
              <input type="hidden" name="key" value="tags.create_level" />
              <SelectField
                name="value"
                id={settingAnchor('tags.create_level')}
                label={text.newTags.label}
                value={String(settings['tags.create_level'])}
                options={LEVELS_TO_CREATE.map((level) => [
                  String(level),
                  levelNames[level] ?? text.newTags.from(level),
                ])}
              />
              <Submit label={save} />
            </ApiForm>
          </Card>
          <Card
            heading="ai-crawlers-heading"
            title={text.crawlers.heading}
            lead={text.crawlers.lead}
          >
            <ApiForm api="PUT /api/admin/identity" toast={saved} class="form narrow">
              <SelectField
                name="ai_crawlers"
                label={text.crawlers.label}
                value={identity.ai_crawlers}
                options={AI_CRAWLERS.map(
                  (policy) => [policy, text.crawlers.policies[policy]] as const,
                )}
              />
              <Submit label={save} />
            </ApiForm>
          </Card>
        </div>
      ),
    )
  },
)
