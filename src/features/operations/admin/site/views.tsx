import { SETTING_KEYS } from '#db/values.ts'
import type { Settings } from '#features/core/site/settings.ts'
import { adminTexts } from '#features/operations/admin/frame/text.ts'
import { adminSiteTexts } from '#features/operations/admin/site/text.ts'
import type { Language } from '#kernel/i18n.ts'
import { PageHead } from '#web/components/elements.tsx'
import { Toggle } from '#web/components/form.tsx'

export function SettingsView({ settings, language }: { settings: Settings; language: Language }) {
  const text = adminSiteTexts[language]
  return (
    <>
      <PageHead title={adminTexts[language].nav.settings} lead={text.lead} />
      <section class="card site-switches" aria-label={adminTexts[language].nav.settings}>
        {SETTING_KEYS.map((key) => {
          const { label, hint, on, off } = text.switches[key]
          return (
            <Toggle
              id={key.replace('.', '-')}
              label={label}
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
    </>
  )
}
