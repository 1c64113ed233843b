import { settingsTexts } from '#features/pages/settings/text.ts'
import type { TabName } from '#features/pages/settings/views.tsx'
import type { SpaceOwner } from '#features/pages/space/space.ts'
import { spaceTexts } from '#features/pages/space/text.ts'
import type { Language } from '#kernel/i18n.ts'
import { Icon } from '#web/components/icon.tsx'
import { Toggle } from '#web/components/toggle.tsx'

/** For the owner alone: who sees the lists, and the way to all other settings. */
export function SettingsTab({ owner, language }: { owner: SpaceOwner; language: Language }) {
  const text = spaceTexts[language]
  const tabs = Object.entries(settingsTexts[language].tabs) as [TabName, string][]
  return (
    <div class="stack">
      <section class="card" aria-labelledby="privacy-heading">
        <h2 id="privacy-heading">{text.privacy}</h2>
        <Toggle
          id="followers-public"
          label={text.privacyLabel}
          hint={text.privacyHint}
          checked={owner.followersPublic}
          api="PUT /api/space/privacy"
          name="followers_public"
          toasts={{ on: text.privacyOn, off: text.privacyOff }}
        />
      </section>
      <section class="card" aria-labelledby="more-heading">
        <h2 id="more-heading">{text.moreSettings}</h2>
        <ul class="settings-links">
          {tabs.map(([name, label]) => (
            <li>
              <a class="settings-link" href={`/settings?tab=${name}`}>
                {label}
                <Icon name="chevron" />
              </a>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}
