import {
  totpDone,
  totpLink,
  totpPicture,
  totpSecret,
  totpSetUp,
  totpStart,
} from '#features/accounts/login/hooks.ts'
import { RECOVERY_CODES } from '#features/accounts/second-factor/proof.ts'
import type { SecondFactor } from '#features/accounts/second-factor/totp.ts'
import { shellTexts } from '#features/core/shell/text.ts'
import { TOTP_DIGITS } from '#kernel/crypto/totp.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'
import { Badge, Button, Card, Facts, LinkButton, Notice } from '#web/components/elements.tsx'
import { Field } from '#web/components/fields.tsx'
import { ApiForm, ShownOnce, Submit } from '#web/components/form.tsx'
import { freshPart } from '#web/components/hooks.ts'
import { Time } from '#web/components/time.tsx'

const FEW_CODES = 3

interface TextProps {
  text: SecondFactorText
  language: Language
}

export function SecondFactorCards({
  factor,
  language,
}: {
  factor: SecondFactor
  language: Language
}) {
  const text = secondFactorTexts[language]
  const isOn = factor.confirmed_at !== null
  return (
    <>
      <Card
        heading="second-factor-heading"
        title={
          <>
            {text.heading}{' '}
            <span {...freshPart({ part: 'second-factor' })}>
              <Badge tone={isOn ? 'good' : undefined}>{isOn ? text.on : text.off}</Badge>
            </span>
          </>
        }
        lead={text.lead}
      >
        {factor.confirmed_at === null ? (
          <SetUp text={text} language={language} />
        ) : (
          <>
            <Facts
              facts={[
                [text.since, <Time value={factor.confirmed_at} language={language} show="date" />],
                [text.codesLeft, `${factor.codes_left} / ${RECOVERY_CODES}`],
              ]}
            />
            {factor.codes_left <= FEW_CODES && <Notice tone="warm">{text.fewLeft}</Notice>}
          </>
        )}
      </Card>
      {isOn && <Remove text={text} language={language} />}
    </>
  )
}

/** The page contains all steps; client/entries/account.ts shows the current one. */
function SetUp({ text, language }: TextProps) {
  return (
    <>
      <div {...totpStart()}>
        <ApiForm api="POST /api/settings/totp" text={shellTexts[language]} class="form narrow">
          <Submit label={text.begin} />
        </ApiForm>
      </div>
      <div class="stack" {...totpSetUp()} hidden>
        <p>{text.scan}</p>
        <div class="totp-picture" {...totpPicture({ alt: text.qrCode })} />
        <p>
          <a {...totpLink()}>{text.open}</a>
        </p>
        <Facts facts={[[text.secret, <code {...totpSecret()} />]]} />
        <ApiForm api="POST /api/settings/totp/confirm" toast={text.done} class="form narrow">
          <Field
            name="code"
            label={text.code}
            autocomplete="one-time-code"
            maxlength={50}
            required
          />
          <div class="form-actions">
            <Button kind="primary" type="submit" label={text.confirm} />
          </div>
        </ApiForm>
      </div>
      <div class="stack" {...totpDone()} hidden>
        <ShownOnce id="recovery-codes" shown={text.shown} language={language} />
        <p class="form-actions">
          <LinkButton kind="primary" href="/settings?tab=security" label={text.finish} />
        </p>
      </div>
    </>
  )
}

function Remove({ text, language }: TextProps) {
  return (
    <Card heading="remove-factor-heading" title={text.removeHeading} lead={text.removeLead}>
      <ApiForm
        api="DELETE /api/settings/totp"
        after="reload"
        toast={text.removed}
        text={shellTexts[language]}
        class="form narrow"
      >
        <Submit label={text.remove} tone="danger" />
      </ApiForm>
    </Card>
  )
}

/** The field for a code of the authenticator app or for a recovery code. */
export function CodeField({ text, error }: { text: SecondFactorText; error?: string | undefined }) {
  return (
    <Field
      name="code"
      label={text.code}
      hint={text.codeHint}
      error={error}
      autocomplete="one-time-code"
      maxlength={50}
      required
    />
  )
}

export const secondFactorTexts = bilingual({
  heading: ['两步验证', 'Two-step verification'],
  lead: [
    '登录时，除密码外还需输入身份验证器应用（例如 Aegis 或手机自带的密码管理器）中的验证码。',
    'When you log in, you enter your password and a code from an authenticator app, such as Aegis or your phone’s password manager.',
  ],
  on: ['已开启', 'On'],
  off: ['未开启', 'Off'],
  since: ['开启时间', 'On since'],
  codesLeft: ['剩余恢复码', 'Recovery codes left'],
  fewLeft: [
    '恢复码即将用完。关闭两步验证后重新开启，即可获得一组新的恢复码。',
    'You have few recovery codes left. Turn two-step verification off and on again to get a new set.',
  ],
  begin: ['开启两步验证', 'Set up'],
  scan: [
    '用身份验证器应用扫描二维码，或手动输入密钥，然后输入应用显示的验证码。',
    'Scan the QR code with your authenticator app, or enter the key by hand. Then enter the code that the app shows.',
  ],
  qrCode: ['两步验证二维码', 'QR code to scan with your authenticator app'],
  open: ['在身份验证器应用中打开', 'Open in an authenticator app'],
  secret: ['密钥', 'Key'],
  code: ['验证码', 'Code'],
  codeHint: [
    `应用显示的 ${TOTP_DIGITS} 位数字，或一个恢复码。`,
    `The ${TOTP_DIGITS}-digit code from your app, or a recovery code.`,
  ],
  confirm: ['确认并开启', 'Confirm and turn on'],
  done: ['两步验证已开启。', 'Two-step verification is on.'],
  shown: [
    '以下是你的恢复码。无法使用手机时，每个恢复码可以登录一次。恢复码只显示这一次，请妥善保存：',
    'These are your recovery codes. If you lose access to your phone, each code lets you log in once. Save them in a safe place. You won’t see them again:',
  ],
  finish: ['我已保存', 'I’ve saved them'],
  removeHeading: ['关闭两步验证', 'Turn off two-step verification'],
  removeLead: ['关闭后，登录只需密码。', 'After that, logging in requires only your password.'],
  remove: ['关闭', 'Turn off'],
  removed: ['两步验证已关闭。', 'Two-step verification is off.'],
  signInsHeading: ['最近的登录', 'Recent logins'],
  signInsLead: [
    (count: number) => `最近 ${count} 次登录。`,
    (count: number) => (count === 1 ? 'Your last login.' : `Your last ${count} logins.`),
  ],
  noSignIns: ['暂无记录。', 'No logins recorded yet.'],
  login: {
    heading: ['输入验证码', 'Enter the code'],
    lead: [
      '请打开身份验证器应用查看验证码。无法使用手机？请输入恢复码。',
      'Open your authenticator app. Don’t have your phone? Enter a recovery code.',
    ],
    submit: ['登录', 'Log in'],
    again: ['重新开始', 'Start over'],
  },
})

export type SecondFactorText = (typeof secondFactorTexts)['en']
