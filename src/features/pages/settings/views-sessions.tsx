import type { PastSignIn } from '#features/accounts/login/sign-in.ts'
import type { Passkey } from '#features/accounts/passkeys/shapes.ts'
import { PasskeysCard } from '#features/accounts/passkeys/views.tsx'
import type { OwnProvider } from '#features/accounts/providers/identities.ts'
import { ProvidersCard } from '#features/accounts/providers/views.tsx'
import type { NotMeLink } from '#features/accounts/recovery/not-me.ts'
import { recoveryTexts } from '#features/accounts/recovery/text.ts'
import type { SecondFactor } from '#features/accounts/second-factor/totp.ts'
import { SecondFactorCards, secondFactorTexts } from '#features/accounts/second-factor/views.tsx'
import { type DeviceSession, REMARK_MAX } from '#features/accounts/sessions/devices.ts'
import { shellTexts } from '#features/core/shell/text.ts'
import { settingsTexts } from '#features/pages/settings/text.ts'
import type { Language } from '#kernel/i18n.ts'
import { deviceName } from '#kernel/user-agent.ts'
import {
  Badge,
  Button,
  Card,
  Dialog,
  DialogActions,
  ItemRow,
  NeedsScript,
} from '#web/components/elements.tsx'
import { ApiForm, EndItem, NameInPlace } from '#web/components/form.tsx'
import { dialogOpener, freshPart } from '#web/components/hooks.ts'
import { ItemTime, LabelledTime, Time } from '#web/components/time.tsx'

interface SessionsTabProps {
  sessions: DeviceSession[]
  tokenCount: number
  language: Language
}

export function SessionsTab({ sessions, tokenCount, language }: SessionsTabProps) {
  const text = settingsTexts[language].sessions
  return (
    <Card
      heading="sessions-heading"
      title={text.heading}
      lead={text.lead}
      aside={
        <div {...freshPart({ part: 'end-others' })}>
          {sessions.length + tokenCount > 1 && <EndOthers {...{ tokenCount, language }} />}
        </div>
      }
    >
      <ul class="devices">
        {sessions.map((session) => (
          <Device session={session} language={language} />
        ))}
      </ul>
      <NeedsScript text={shellTexts[language]} />
    </Card>
  )
}

const END_OTHERS = 'end-others'

function EndOthers({ tokenCount, language }: Omit<SessionsTabProps, 'sessions'>) {
  const text = settingsTexts[language].sessions
  return (
    <>
      <Button
        {...dialogOpener({ dialog: END_OTHERS })}
        kind="danger small needs-script"
        label={text.endOthers}
      />
      <Dialog id={END_OTHERS} title={text.endOthersTitle}>
        <ApiForm
          api="POST /api/settings/sessions/destroy-others"
          after="reload"
          toast={text.endedOthers}
        >
          <p>{text.endOthersBody}</p>
          {tokenCount > 0 && (
            <label class="check beside">
              <input type="checkbox" name="tokens" checked /> {text.endTokensToo(tokenCount)}
            </label>
          )}
          <DialogActions cancel={shellTexts[language].cancel} submit={text.endOthers} danger />
        </ApiForm>
      </Dialog>
    </>
  )
}

const DEVICE_ICONS = {
  desktop: 'desktop',
  mobile: 'mobile',
  tablet: 'tablet',
  other: 'globe',
} as const

function Device({ session, language }: { session: DeviceSession; language: Language }) {
  const text = settingsTexts[language].sessions
  const { sid, current, ip, device_type, created_at, last_used_at } = session
  const name = deviceName(session, language)
  const by = session.signed_in_by && text.signedInBy[session.signed_in_by](session.provider ?? '')
  return (
    <ItemRow
      icon={DEVICE_ICONS[device_type]}
      title={name}
      badge={current && <Badge tone="good">{text.current}</Badge>}
      details={
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
      }
      action={
        !current && <EndItem api={`DELETE /api/settings/sessions/${sid}`} {...{ name, text }} />
      }
    >
      <span>{ip}</span>
      {by !== null && <span>{by}</span>}
      <ItemTime fact="used" value={last_used_at} language={language} />
      <LabelledTime label={text.createdAt} value={created_at} language={language} />
    </ItemRow>
  )
}

interface SecurityTabProps {
  providers: OwnProvider[]
  ticket: string
  problem: string | undefined
  passkeys: Passkey[]
  factor: SecondFactor
  signIns: PastSignIn[]
  links: NotMeLink[]
  language: Language
}

export function SecurityTab(props: SecurityTabProps) {
  const { providers, ticket, problem, passkeys, factor, signIns, links, language } = props
  const text = secondFactorTexts[language]
  return (
    <>
      <ProvidersCard {...{ providers, ticket, problem, language }} />
      <PasskeysCard passkeys={passkeys} language={language} />
      <SecondFactorCards factor={factor} language={language} />
      <Card
        heading="sign-ins-heading"
        title={text.signInsHeading}
        lead={signIns.length === 0 ? text.noSignIns : text.signInsLead(signIns.length)}
      >
        <ul class="devices">
          {signIns.map(({ browser, os, device_type, ip, country, created_at }) => (
            <ItemRow icon={DEVICE_ICONS[device_type]} title={deviceName({ browser, os }, language)}>
              <span>{[ip, country].filter(Boolean).join(' · ')}</span>
              <Time value={created_at} language={language} />
            </ItemRow>
          ))}
        </ul>
      </Card>
      <div {...freshPart({ part: 'security-links' })}>
        {links.length > 0 && <LinksCard links={links} language={language} />}
      </div>
    </>
  )
}

/** A link in a mail to an old address can undo later changes, so the user can revoke it. */
function LinksCard({ links, language }: Pick<SecurityTabProps, 'links' | 'language'>) {
  const { links: text, events } = recoveryTexts[language]
  return (
    <Card heading="links-heading" title={text.heading} lead={text.lead}>
      <ul class="devices">
        {links.map(({ id, about, email, created_at, expires_at, revocable }) => (
          <ItemRow
            icon="at"
            title={events[about]}
            action={
              revocable && (
                <EndItem
                  api={`DELETE /api/settings/security-links/${id}`}
                  name={events[about]}
                  text={text}
                />
              )
            }
          >
            <span>{email}</span>
            <ItemTime fact="created" value={created_at} language={language} />
            <ItemTime fact="expires" value={expires_at} language={language} show="day" />
          </ItemRow>
        ))}
      </ul>
    </Card>
  )
}
