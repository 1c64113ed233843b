import {
  totpDone,
  totpLink,
  totpPicture,
  totpSecret,
  totpSetUp,
  totpStart,
} from '#features/accounts/second-factor/hooks.ts'
import { RECOVERY_CODES } from '#features/accounts/second-factor/recovery-codes.ts'
import { type SecondFactorText, secondFactorTexts } from '#features/accounts/second-factor/text.ts'
import type { SecondFactor } from '#features/accounts/second-factor/totp.ts'
import { type ShellText, shellTexts } from '#features/core/shell/text.ts'
import type { Language } from '#kernel/i18n.ts'
import { ApiForm } from '#web/components/api-form.tsx'
import { Badge } from '#web/components/badge.tsx'
import { CurrentPasswordField } from '#web/components/current-password-field.tsx'
import { Field } from '#web/components/field.tsx'
import { Notice } from '#web/components/notice.tsx'
import { ShownOnce } from '#web/components/shown-once.tsx'
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
      <section class="card" aria-labelledby="second-factor-heading">
        <header>
          <h2 id="second-factor-heading">
            {text.heading} <Badge tone={isOn ? 'good' : undefined}>{isOn ? text.on : text.off}</Badge>
          </h2>
          <p>{text.lead}</p>
        </header>
        {factor.confirmed_at === null ? (
          <SetUp text={text} shell={shell} />
        ) : (
          <>
            <dl class="facts">
              <dt>{text.since}</dt>
              <dd>
                <Time value={factor.confirmed_at} language={language} show="date" />
              </dd>
              <dt>{text.codesLeft}</dt>
              <dd>
                {factor.codes_left} / {RECOVERY_CODES}
              </dd>
            </dl>
            {factor.codes_left <= FEW_CODES && <Notice tone="warm">{text.fewLeft}</Notice>}
          </>
        )}
      </section>
      {isOn && <Remove text={text} shell={shell} />}
    </>
  )
}

/** All steps are in the page; client/behaviors/account/set-up-totp.ts shows the one that it is time for. */
function SetUp({ text, shell }: TextProps) {
  return (
    <>
      <div {...totpStart()}>
        <ApiForm api="POST /api/settings/totp" text={shell} class="form narrow">
          <CurrentPasswordField label={text.password} text={shell} />
          <div class="form-actions needs-script">
            <button type="submit" class="button primary">
              {text.begin}
            </button>
          </div>
        </ApiForm>
      </div>
      <div class="stack" {...totpSetUp()} hidden>
        <p>{text.scan}</p>
        <div class="totp-picture" {...totpPicture({ alt: text.picture })} />
        <p>
          <a {...totpLink()}>{text.open}</a>
        </p>
        <dl class="facts">
          <dt>{text.secret}</dt>
          <dd>
            <code {...totpSecret()} />
          </dd>
        </dl>
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
    <section class="card" aria-labelledby="remove-factor-heading">
      <header>
        <h2 id="remove-factor-heading">{text.removeHeading}</h2>
        <p>{text.removeLead}</p>
      </header>
      <ApiForm api="DELETE /api/settings/totp" after="reload" toast={text.removed} text={shell} class="form narrow">
        <CurrentPasswordField label={text.password} text={shell} />
        <CodeField text={text} />
        <div class="form-actions needs-script">
          <button type="submit" class="button danger">
            {text.remove}
          </button>
        </div>
      </ApiForm>
    </section>
  )
}

/** Takes a code of the app or a recovery code. */
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
