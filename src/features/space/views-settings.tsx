import type { SpaceOwner } from '#features/space/space.ts'
import { spaceTexts } from '#features/space/text.ts'
import type { Language } from '#kernel/i18n.ts'
import { Toggle } from '#web/components/toggle.tsx'

/** For the owner alone: who sees the lists, and the way to all other settings. */
export function SettingsTab({ owner, language }: { owner: SpaceOwner; language: Language }) {
  const text = spaceTexts[language]
  return (
    <section class="card stack" aria-labelledby="privacy-heading">
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
      <p>
        <a href="/settings">{text.moreSettings}</a>
      </p>
    </section>
  )
}
