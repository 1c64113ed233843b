import { totpDone, totpLink, totpPicture, totpSecret, totpSetUp, totpStart } from '#features/accounts/login/hooks.ts'
import { RECOVERY_CODES } from '#features/accounts/second-factor/proof.ts'
import { type SecondFactorText, secondFactorTexts } from '#features/accounts/second-factor/text.ts'
import type { SecondFactor } from '#features/accounts/second-factor/totp.ts'
import { type ShellText, shellTexts } from '#features/core/shell/text.ts'
import type { Language } from '#kernel/i18n.ts'
import { Badge, Card, Facts, Notice, ShownOnce } from '#web/components/elements.tsx'
import { Field } from '#web/components/fields.tsx'
import { ApiForm, Submit } from '#web/components/form.tsx'
import { freshPart } from '#web/components/hooks.ts'
import { Time } from '#web/components/time.tsx'

const FEW_CODES = 3

interface TextProps {
  text: SecondFactorText
  shell: ShellText
}

export function SecondFactorCards({ factor, language }: { factor: SecondFactor; language: Language }) {
  const [text, shell] = [secondFactorTexts[language], shellTexts[language]]
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
          <SetUp text={text} shell={shell} />
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
      {isOn && <Remove text={text} shell={shell} />}
    </>
  )
}

/** The page contains all steps; client/behaviors/account/set-up-totp.ts shows the current one. */
function SetUp({ text, shell }: TextProps) {
  return (
    <>
      <div {...totpStart()}>
        <ApiForm api="POST /api/settings/totp" text={shell} class="form narrow">
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
          <Field name="code" label={text.code} autocomplete="one-time-code" maxlength={50} required />
          <div class="form-actions">
            <button type="submit" class="button primary">
              {text.confirm}
            </button>
          </div>
        </ApiForm>
      </div>
      <div class="stack" {...totpDone()} hidden>
        <ShownOnce id="recovery-codes" text={text}>
          <output id="recovery-codes" />
        </ShownOnce>
        <p class="form-actions">
          <a class="button primary" href="/settings?tab=security">
            {text.finish}
          </a>
        </p>
      </div>
    </>
  )
}

function Remove({ text, shell }: TextProps) {
  return (
    <Card heading="remove-factor-heading" title={text.removeHeading} lead={text.removeLead}>
      <ApiForm api="DELETE /api/settings/totp" after="reload" toast={text.removed} text={shell} class="form narrow">
        <Submit label={text.remove} tone="danger" />
      </ApiForm>
    </Card>
  )
}

/** Accepts an authenticator code or a recovery code. */
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
