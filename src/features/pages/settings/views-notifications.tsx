import { type NotifyPrefs, PREFS } from '#features/core/notifications/prefs.ts'
import type { ShellText } from '#features/core/shell/text.ts'
import type { SettingsText } from '#features/pages/settings/text.ts'
import { Toggle } from '#web/components/toggle.tsx'

interface NotificationsTabProps {
  prefs: NotifyPrefs
  text: SettingsText['notifications']
  shell: ShellText
}

export function NotificationsTab({ prefs, text, shell }: NotificationsTabProps) {
  return (
    <section class="card" aria-labelledby="notifications-heading">
      <header>
        <h2 id="notifications-heading">{text.heading}</h2>
        <p>{text.lead}</p>
      </header>
      <div class="toggles">
        {PREFS.map((kind) => (
          <Toggle
            id={`notify-${kind}`}
            label={text[kind].label}
            hint={text[kind].hint}
            checked={prefs[kind]}
            api="PUT /api/settings/notify-prefs"
            name="enabled"
            body={{ kind }}
            toasts={{ on: text.on(text[kind].label), off: text.off(text[kind].label) }}
          />
        ))}
      </div>
      <p class="field-hint">{text.always}</p>
      <noscript>
        <p class="notice">{shell.needsScript}</p>
      </noscript>
    </section>
  )
}
