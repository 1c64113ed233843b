import { AccountCard, EmailField, type ViewProps, withNext } from '#features/accounts/views.tsx'
import { passkeyLogin } from '#features/passkeys/hooks.ts'
import type { PasskeyText } from '#features/passkeys/text.ts'
import { CodeField } from '#features/second-factor/code-field.tsx'
import { codeHalf, passwordHalf } from '#features/second-factor/hooks.ts'
import type { SecondFactorText } from '#features/second-factor/text.ts'
import { ApiForm } from '#web/components/api-form.tsx'
import { CurrentPasswordField } from '#web/components/current-password-field.tsx'
import { Icon } from '#web/components/icon.tsx'

interface LoginProps extends ViewProps {
  factor: SecondFactorText
  passkey: PasskeyText
}

/** The second half is shown where the password gets a challenge: client/behaviors/second-factor.ts. */
export function LoginView({ text, shell, next, factor, passkey }: LoginProps) {
  return (
    <>
      <div {...passwordHalf()}>
        <PasswordHalf {...{ text, shell, next, passkey }} />
      </div>
      <div {...codeHalf()} hidden>
        <CodeHalf text={factor} next={next} />
      </div>
    </>
  )
}

function CodeHalf({ text, next }: { text: SecondFactorText; next: string }) {
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

function PasswordHalf({ text, shell, next, passkey }: Omit<LoginProps, 'factor'>) {
  return (
    <AccountCard heading={text.login.heading}>
      <ApiForm api="POST /api/auth/login" after={`goto:${next}`} toast={text.login.welcome} text={shell} id="login">
        <EmailField text={text} autocomplete="username webauthn" />
        <CurrentPasswordField label={text.password} text={shell} />
        <button type="submit" class="button primary wide needs-script">
          {text.login.submit}
        </button>
      </ApiForm>
      <PasskeyLogin text={passkey} next={next} welcome={text.login.welcome} />
      <p class="account-switch">
        <a href="/forgot">{text.login.forgot}</a>
      </p>
      <p class="account-switch">
        {text.login.noAccount} <a href={withNext('/register', next)}>{text.login.register}</a>
      </p>
    </AccountCard>
  )
}

/** Asks for the options; client/behaviors/passkey-login.ts brings what the browser signs. */
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
