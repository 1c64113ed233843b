import type { DeviceSession } from '#features/accounts/sessions/devices.ts'
import { REMARK_MAX } from '#features/accounts/sessions/devices.ts'
import type { ShellText } from '#features/core/shell/text.ts'
import type { SettingsText } from '#features/pages/settings/text.ts'
import type { Language } from '#kernel/i18n.ts'
import { ApiForm } from '#web/components/api-form.tsx'
import { Badge } from '#web/components/badge.tsx'
import { Icon } from '#web/components/icon.tsx'
import { NameInPlace } from '#web/components/name-in-place.tsx'
import { Time } from '#web/components/time.tsx'

interface SessionsTabProps {
  sessions: DeviceSession[]
  text: SettingsText['sessions']
  shell: ShellText
  language: Language
}

export function SessionsTab({ sessions, text, shell, language }: SessionsTabProps) {
  return (
    <section class="card" aria-labelledby="sessions-heading">
      <header>
        <h2 id="sessions-heading">{text.heading}</h2>
        {sessions.length > 1 && <EndOthers text={text} />}
        <p>{text.lead}</p>
      </header>
      <ul class="devices">
        {sessions.map((session) => (
          <Device session={session} text={text} language={language} />
        ))}
      </ul>
      <noscript>
        <p class="notice">{shell.needsScript}</p>
      </noscript>
    </section>
  )
}

function EndOthers({ text }: { text: SettingsText['sessions'] }) {
  return (
    <ApiForm
      api="POST /api/settings/sessions/destroy-others"
      after="reload"
      toast={text.endedOthers}
      confirm={{ title: text.endOthersTitle, body: text.endOthersBody, button: text.endOthers }}
      class="needs-script"
    >
      <button type="submit" class="button danger small">
        {text.endOthers}
      </button>
    </ApiForm>
  )
}

export const DEVICE_ICONS = { desktop: 'desktop', mobile: 'mobile', tablet: 'tablet', other: 'globe' } as const

interface DeviceProps {
  session: DeviceSession
  text: SettingsText['sessions']
  language: Language
}

function Device({ session, text, language }: DeviceProps) {
  const { sid, current, ip, browser, os, device_type, created_at, last_used_at } = session
  const name = [browser, os].filter(Boolean).join(' · ') || text.unknownDevice
  return (
    <li class="device">
      <span class="device-icon">
        <Icon name={DEVICE_ICONS[device_type]} />
      </span>
      <div class="device-facts">
        <h3>
          {name} {current && <Badge tone="good">{text.current}</Badge>}
        </h3>
        <p>
          <span>{ip}</span>
          <span>
            {text.lastUsed} <Time value={last_used_at} language={language} />
          </span>
          <span>
            {text.createdAt} <Time value={created_at} language={language} />
          </span>
        </p>
        <NameInPlace
          api={`PUT /api/settings/sessions/${sid}/remark`}
          name="remark"
          value={session.remark}
          maxlength={REMARK_MAX}
          label={text.remarkOf(name)}
          placeholder={text.remarkPlaceholder}
          toast={text.remarkSaved}
          save={text.save}
        />
      </div>
      {!current && (
        <ApiForm
          api={`DELETE /api/settings/sessions/${sid}`}
          after="remove:.device"
          toast={text.ended}
          confirm={{ title: text.endTitle, body: text.endBody(name), button: text.end }}
          class="needs-script"
        >
          <button type="submit" class="button small" aria-label={text.endOf(name)}>
            {text.end}
          </button>
        </ApiForm>
      )}
    </li>
  )
}
