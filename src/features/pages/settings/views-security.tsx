import type { PastSignIn } from '#features/accounts/accounts/sign-in.ts'
import type { Passkey } from '#features/accounts/passkeys/shapes.ts'
import { PasskeysCard } from '#features/accounts/passkeys/views.tsx'
import { secondFactorTexts } from '#features/accounts/second-factor/text.ts'
import type { SecondFactor } from '#features/accounts/second-factor/totp.ts'
import { SecondFactorCards } from '#features/accounts/second-factor/views.tsx'
import { DEVICE_ICONS } from '#features/pages/settings/views-sessions.tsx'
import type { Language } from '#kernel/i18n.ts'
import { Card } from '#web/components/card.tsx'
import { ItemRow } from '#web/components/item-row.tsx'
import { Time } from '#web/components/time.tsx'

interface SecurityTabProps {
  passkeys: Passkey[]
  factor: SecondFactor
  signIns: PastSignIn[]
  language: Language
}

export function SecurityTab({ passkeys, factor, signIns, language }: SecurityTabProps) {
  const text = secondFactorTexts[language]
  return (
    <>
      <PasskeysCard passkeys={passkeys} language={language} />
      <SecondFactorCards factor={factor} language={language} />
      <Card
        heading="sign-ins-heading"
        title={text.signInsHeading}
        lead={signIns.length === 0 ? text.noSignIns : text.signInsLead(signIns.length)}
      >
        <ul class="devices">
          {signIns.map(({ browser, os, device_type, ip, country, created_at }) => (
            <ItemRow
              icon={DEVICE_ICONS[device_type]}
              title={[browser, os].filter(Boolean).join(' · ') || text.unknownDevice}
            >
              <span>{[ip, country].filter(Boolean).join(' · ')}</span>
              <Time value={created_at} language={language} />
            </ItemRow>
          ))}
        </ul>
      </Card>
    </>
  )
}
