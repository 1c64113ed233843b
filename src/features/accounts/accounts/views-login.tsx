import { passkeyLogin } from '#features/accounts/accounts/hooks.ts'
import { AccountCard, EmailField, type Refused, type ViewProps, withNext } from '#features/accounts/accounts/views.tsx'
import type { PasskeyText } from '#features/accounts/passkeys/text.ts'
import { providerTexts } from '#features/accounts/providers/text.ts'
import { ProviderButtons, ProviderNotice } from '#features/accounts/providers/views.tsx'
import { codeHalf, passwordHalf } from '#features/accounts/second-factor/hooks.ts'
import type { SecondFactorText } from '#features/accounts/second-factor/text.ts'
import { CodeField } from '#features/accounts/second-factor/views.tsx'
import { Icon, Notice } from '#web/components/elements.tsx'
import { ApiForm, CurrentPasswordField } from '#web/components/form.tsx'

interface LoginProps extends ViewProps {
  /** The visitor was redirected here because their session has ended. */
  hasEnded: boolean
  /** Why a sign-in with a provider failed. */
  problem: string | undefined
  factor: SecondFactorText
  passkey: PasskeyText
}

/** client/entries/login.ts shows the code form if the password returns a challenge. */
export function LoginView({ factor, ...props }: LoginProps) {
  return (
    <>
      <div {...passwordHalf()}>
        <PasswordStep {...props} />
      </div>
      <div {...codeHalf()} hidden>
        <CodeStep text={factor} next={props.next} />
      </div>
    </>
  )
}

/** The code form as its own page, without JavaScript. */
export function PlainCodeView({ text, next, refused: { sent, problems, problem } }: PlainCodeProps) {
  return (
    <AccountCard heading={text.login.heading} lead={text.login.lead}>
      <form class="form" method="post" action={withNext('/login/code', next)} novalidate>
        {problem && (
          <div class="notice danger" role="alert">
            {problem}
          </div>
        )}
        <input type="hidden" name="challenge" value={sent.challenge} />
        <CodeField text={text} error={problems.code} />
        <button type="submit" class="button primary wide">
          {text.login.submit}
        </button>
      </form>
      <p class="account-switch">
        <a href={withNext('/login', next)}>{text.login.again}</a>
      </p>
    </AccountCard>
  )
}

interface PlainCodeProps {
  text: SecondFactorText
  next: string
  refused: Refused
}

function CodeStep({ text, next }: { text: SecondFactorText; next: string }) {
  return (
    <AccountCard heading={text.login.heading} lead={text.login.lead}>
      <ApiForm api="POST /api/auth/login/verify" after={`goto:${next}`} id="second-factor">
        <input type="hidden" name="challenge" />
        <CodeField text={text} />
        <button type="submit" class="button primary wide">
          {text.login.submit}
        </button>
      </ApiForm>
      <p class="account-switch">
        <a href={withNext('/login', next)}>{text.login.again}</a>
      </p>
    </AccountCard>
  )
}

function PasswordStep(props: Omit<LoginProps, 'factor'>) {
  const { text, shell, next, hasEnded, refused, passkey, providers, problem, language } = props
  return (
    <AccountCard heading={text.login.heading}>
      {hasEnded && <Notice>{text.login.ended}</Notice>}
      <ProviderNotice problem={problem} language={language} />
      <ApiForm
        api="POST /api/auth/login"
        after={`goto:${next}`}
        toast={text.login.welcome}
        plain={text.login.submit}
        problem={refused?.problem}
        id="login"
      >
        <EmailField
          text={text}
          autocomplete="username webauthn"
          value={refused?.sent.email}
          error={refused?.problems.email}
        />
        <CurrentPasswordField label={text.password} error={refused?.problems.password} text={shell} />
        <button type="submit" class="button primary wide needs-script">
          {text.login.submit}
        </button>
      </ApiForm>
      <PasskeyLogin text={passkey} next={next} welcome={text.login.welcome} />
      <ProviderButtons
        providers={providers}
        purpose={next === '/' ? {} : { next }}
        label={providerTexts[language].login}
        text={providerTexts[language]}
        isFirst
      />
      <p class="account-switch">
        <a href="/forgot">{text.login.forgot}</a>
      </p>
      <p class="account-switch">
        {text.login.noAccount} <a href={withNext('/register', next)}>{text.login.register}</a>
      </p>
    </AccountCard>
  )
}

/** Requests the options; client/behaviors/account/passkey-login.ts sends the signed response. */
function PasskeyLogin({ text, next, welcome }: { text: PasskeyText; next: string; welcome: string }) {
  const { refused, expired, failed, noDomain } = text
  return (
    <div class="needs-script" {...passkeyLogin({ next, welcome, refused, expired, failed, noDomain })}>
      <ApiForm api="POST /api/auth/passkey/options" id="passkey">
        <p class="or">{text.or}</p>
        <button type="submit" class="button wide">
          <Icon name="key" />
          {text.login}
        </button>
      </ApiForm>
    </div>
  )
}
