import type { PastSignIn } from '#features/accounts/login/sign-in.ts'
import type { Passkey } from '#features/accounts/passkeys/shapes.ts'
import { PasskeysCard } from '#features/accounts/passkeys/views.tsx'
import type { OwnProvider } from '#features/accounts/providers/identities.ts'
import { ProvidersCard } from '#features/accounts/providers/views.tsx'
import type { NotMeLink } from '#features/accounts/recovery/not-me.ts'
import { recoveryTexts } from '#features/accounts/recovery/text.ts'
import { secondFactorTexts } from '#features/accounts/second-factor/text.ts'
import type { SecondFactor } from '#features/accounts/second-factor/totp.ts'
import { SecondFactorCards } from '#features/accounts/second-factor/views.tsx'
import { DEVICE_ICONS } from '#features/pages/settings/views-sessions.tsx'
import type { Language } from '#kernel/i18n.ts'
import { deviceName } from '#kernel/user-agent.ts'
import { Card, ItemRow } from '#web/components/elements.tsx'
import { EndItem } from '#web/components/form.tsx'
import { freshPart } from '#web/components/hooks.ts'
import { ItemTime, Time } from '#web/components/time.tsx'

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
                <EndItem api={`DELETE /api/settings/security-links/${id}`} name={events[about]} text={text} />
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
