import type { PropsWithChildren } from 'hono/jsx'
import { codeHalf, passkeyLogin, passwordHalf } from '#features/accounts/login/hooks.ts'
import { passkeyTexts } from '#features/accounts/passkeys/views.tsx'
import type { ProviderLink } from '#features/accounts/providers/identities.ts'
import { providerTexts } from '#features/accounts/providers/text.ts'
import { ProviderButtons, ProviderNotice } from '#features/accounts/providers/views.tsx'
import { CodeField, secondFactorTexts } from '#features/accounts/second-factor/views.tsx'
import { AccountCard } from '#features/core/shell/account-card.tsx'
import { shellTexts } from '#features/core/shell/text.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'
import { Button, Notice } from '#web/components/elements.tsx'
import { CurrentPasswordField, EmailField } from '#web/components/fields.tsx'
import { ApiForm, PlainForm } from '#web/components/form.tsx'
import type { Refused } from '#web/validation/plain-form.ts'

export interface LoginProps {
  /** The path to open after success. It is already validated as a path of this site. */
  next: string
  refused?: Refused | undefined
  providers: ProviderLink[]
  /** Whether the visitor was redirected here because their session has ended. */
  hasEnded: boolean
  /** Why a sign-in with a provider failed. */
  problem: string | undefined
  language: Language
}

/** client/entries/login.ts shows the code form if the password returns a challenge. */
export function LoginView(props: LoginProps) {
  const { next, language } = props
  return (
    <>
      <div {...passwordHalf()}>
        <PasswordStep {...props} />
      </div>
      {/* This half is a template, because a page has only one h1. */}
      <template {...codeHalf()}>
        <div>
          <CodeView {...{ next, language }} />
        </div>
      </template>
    </>
  )
}

interface CodeProps {
  next: string
  /** For the page without JavaScript: its form has the challenge, and shows the last problem. */
  refused?: Omit<Refused, 'status'>
  language: Language
}

export function CodeView({ next, refused, language }: CodeProps) {
  const text = secondFactorTexts[language]
  const fields = (
    <>
      <input type="hidden" name="challenge" value={refused?.sent.challenge} />
      <CodeField text={text} error={refused?.problems.code} />
      <Button type="submit" kind="primary wide" label={text.login.submit} />
    </>
  )
  return (
    <AccountCard heading={text.login.heading} lead={text.login.lead}>
      {refused ? (
        <PlainForm action={withNext('/login/code', next)} refused={refused}>
          {fields}
        </PlainForm>
      ) : (
        <ApiForm
          api="POST /api/auth/login/verify"
          after={`goto:${startFor(next)}`}
          id="second-factor"
        >
          {fields}
        </ApiForm>
      )}
      <p class="account-switch soft small">
        <a href={withNext('/login', next)}>{text.login.again}</a>
      </p>
    </AccountCard>
  )
}

function PasswordStep({ next, hasEnded, refused, providers, problem, language }: LoginProps) {
  const text = loginTexts[language]
  return (
    <AccountCard heading={text.heading}>
      {hasEnded && <Notice>{text.ended}</Notice>}
      <ProviderNotice problem={problem} language={language} />
      <ApiForm
        api="POST /api/auth/login"
        after={`goto:${startFor(next)}`}
        toast={text.welcome}
        plain={text.submit}
        problem={refused?.problem}
        id="login"
      >
        <EmailField
          label={text.email}
          placeholder={text.emailPlaceholder}
          autocomplete="username webauthn"
          refused={refused}
        />
        <CurrentPasswordField
          label={text.password}
          error={refused?.problems.password}
          text={shellTexts[language]}
        />
        <Button type="submit" kind="primary wide needs-script" label={text.submit} />
      </ApiForm>
      <PasskeyLogin {...{ next, language }} />
      <ProviderButtons
        providers={providers}
        purpose={next === '/' ? {} : { next }}
        label={providerTexts[language].login}
        text={providerTexts[language]}
        isFirst
      />
      <p class="account-switch soft small">
        <a href="/forgot">{text.forgot}</a>
      </p>
      <p class="account-switch soft small">
        {text.noAccount} <a href={withNext('/register', next)}>{text.register}</a>
      </p>
    </AccountCard>
  )
}

/** Requests the options; client/behaviors/account/passkey-login.ts sends the signed response. */
function PasskeyLogin({ next, language }: { next: string; language: Language }) {
  const { login, or, refused, expired, failed, noDomain } = passkeyTexts[language]
  const { welcome } = loginTexts[language]
  return (
    <div
      class="needs-script"
      {...passkeyLogin({ next: startFor(next), welcome, refused, expired, failed, noDomain })}
    >
      <ApiForm api="POST /api/auth/passkey/options" id="passkey">
        <p class="or line loose faint small">{or}</p>
        <Button type="submit" kind="wide" icon="key" label={login} />
      </ApiForm>
    </div>
  )
}

interface EmailFormProps
  extends Pick<Parameters<typeof EmailField>[0], 'autocomplete' | 'refused'> {
  /**
   * Null for a form with a challenge: with an action, it could be sent before the scripts solve it
   * (client/first).
   */
  action: string | null
  submit: string
  language: Language
}

/** A plain form with an address. The children come after the field. */
export function EmailForm({
  action,
  submit,
  language,
  children,
  ...field
}: PropsWithChildren<EmailFormProps>) {
  const { email, emailPlaceholder } = loginTexts[language]
  return (
    <PlainForm action={action ?? undefined} refused={field.refused}>
      <EmailField label={email} placeholder={emailPlaceholder} {...field} />
      {children}
      <Button
        type="submit"
        kind={action ? 'primary wide' : 'primary wide needs-script'}
        label={submit}
      />
    </PlainForm>
  )
}

export const WELCOME_PATH = '/welcome'

/**
 * The page after the login. If no page is wanted, it is `/login`, which redirects a signed-in user
 * to their first page.
 */
function startFor(next: string): string {
  return next === '/' ? '/login' : next
}

export function withNext(path: string, next: string): string {
  return next === '/' ? path : `${path}?next=${encodeURIComponent(next)}`
}

export const loginTexts = bilingual({
  email: ['邮箱', 'E-mail'],
  emailPlaceholder: ['you@example.com', 'you@example.com'],
  password: ['密码', 'Password'],
  title: ['登录', 'Log in'],
  heading: ['欢迎回来', 'Welcome back'],
  description: ['登录，继续阅读、写作和充能。', 'Log in to read, write and energize.'],
  submit: ['登录', 'Log in'],
  welcome: ['登录成功。', 'You are logged in.'],
  ended: [
    '登录已过期，请重新登录。登录后会回到刚才的页面，已写的内容不会丢失。',
    'Your session has expired. Log in to return to where you were. Anything you wrote is saved.',
  ],
  forgot: ['忘记密码？', 'Forgot your password?'],
  noAccount: ['还没有账号？', 'New here?'],
  register: ['立即注册', 'Create an account'],
})
