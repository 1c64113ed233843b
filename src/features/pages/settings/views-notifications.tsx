import { MAILED_KIND_NAMES, type NoticeMail } from '#features/core/mail/notice-prefs.ts'
import type { MailDestination } from '#features/core/mail/service.ts'
import { type NotifyPrefs, PREFS } from '#features/core/notifications/prefs.ts'
import type { ShellText } from '#features/core/shell/text.ts'
import type { NoticeMailText, SettingsText } from '#features/pages/settings/text.ts'
import { Card, NeedsScript, Notice } from '#web/components/elements.tsx'
import { SelectField } from '#web/components/fields.tsx'
import { ApiForm, Submit, Toggle } from '#web/components/form.tsx'

interface NotificationsTabProps {
  prefs: NotifyPrefs
  text: SettingsText['notifications']
  shell: ShellText
}

export function NotificationsTab({ prefs, text, shell }: NotificationsTabProps) {
  return (
    <Card heading="notifications-heading" title={text.heading} lead={text.lead}>
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
      <NeedsScript text={shell} />
    </Card>
  )
}

interface NoticeMailProps {
  chosen: NoticeMail
  isVerified: boolean
  mailDestination: MailDestination
  /** The name of the time zone of digests. */
  zone: string
  text: NoticeMailText
  shell: ShellText
}

export function NoticeMailCard({ chosen, isVerified, mailDestination, zone, text, shell }: NoticeMailProps) {
  if (mailDestination === 'stored')
    return (
      <Card heading="notice-mail-heading" title={text.heading}>
        <Notice>{text.stored}</Notice>
      </Card>
    )
  return (
    <Card heading="notice-mail-heading" title={text.heading} lead={text.lead}>
      <div class="stack">
        {mailDestination === 'printed' && <Notice>{text.printed}</Notice>}
        {isVerified ? (
          <ApiForm api="PUT /api/settings/notice-mail" toast={text.saved} text={shell} class="form narrow">
            {MAILED_KIND_NAMES.map((kind) => (
              <SelectField
                name={kind}
                id={`mail-${kind}`}
                label={text.kinds[kind]}
                value={chosen[kind]}
                options={Object.entries(text.how)}
              />
            ))}
            <SelectField
              name="digest"
              id="mail-digest"
              label={text.digest}
              hint={text.digestHint(zone)}
              value={chosen.digest}
              options={Object.entries(text.rhythms)}
            />
            <Submit label={text.save} />
          </ApiForm>
        ) : (
          <Notice>
            {text.unverified} <a href="/settings?tab=account">{text.toAccount}</a>
          </Notice>
        )}
      </div>
    </Card>
  )
}
