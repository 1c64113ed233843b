import { EMAIL_MAX } from '#features/accounts/accounts/inputs.ts'
import { AccountCard } from '#features/accounts/accounts/views.tsx'
import type { RecoveryText } from '#features/accounts/recovery/text.ts'
import type { ShellText } from '#features/core/shell/text.ts'
import type { Language } from '#kernel/i18n.ts'
import { deviceOf } from '#kernel/user-agent.ts'
import { Field } from '#web/components/field.tsx'
import { NewPasswordField } from '#web/components/new-password-field.tsx'
import { Notice } from '#web/components/notice.tsx'
import { Time } from '#web/components/time.tsx'

interface ViewProps {
  text: RecoveryText
  shell: ShellText
}

interface FormProps extends ViewProps {
  /** What is wrong with each field. */
  problems?: Record<string, string> | undefined
}

interface ForgotProps extends FormProps {
  sent?: Record<string, string>
  isSent?: boolean
  hasMail: boolean
}

export function ForgotView({ text, problems, sent, isSent = false, hasMail }: ForgotProps) {
  const { forgot } = text
  if (isSent) {
    return (
      <AccountCard heading={forgot.sentHeading}>
        <p class="soft">{forgot.sent}</p>
        {!hasMail && <Notice tone="warm">{forgot.noMail}</Notice>}
        <a class="button wide" href="/login">
          {text.toLogin}
        </a>
      </AccountCard>
    )
  }
  return (
    <AccountCard heading={forgot.heading} lead={forgot.lead}>
      {!hasMail && <Notice tone="warm">{forgot.noMail}</Notice>}
      <form class="form" method="post" action="/forgot" novalidate>
        <Field
          name="email"
          type="email"
          label={text.email}
          value={sent?.email ?? ''}
          error={problems?.email}
          autocomplete="username"
          maxlength={EMAIL_MAX}
          required
        />
        <button type="submit" class="button primary wide">
          {forgot.submit}
        </button>
      </form>
    </AccountCard>
  )
}

interface ResetProps extends FormProps {
  token: string
  email: string
}

export function ResetView({ text, shell, token, email, problems }: ResetProps) {
  const { reset } = text
  return (
    <AccountCard heading={reset.heading} lead={reset.lead(email)}>
      <form class="form" method="post" action="/reset" novalidate>
        <input type="hidden" name="token" value={token} />
        {/* Password managers file the new password under the account they find here. */}
        <input type="email" value={email} autocomplete="username" hidden readonly />
        <NewPasswordField
          name="new_password"
          label={reset.password}
          hint={reset.hint}
          error={problems?.new_password}
          text={shell}
        />
        <button type="submit" class="button primary wide">
          {reset.submit}
        </button>
      </form>
    </AccountCard>
  )
}

export function VerifyView({ text, token, email }: ViewProps & { token: string; email: string }) {
  const { verify } = text
  return (
    <AccountCard heading={verify.heading} lead={verify.lead(email)}>
      <form class="form" method="post" action="/verify">
        <input type="hidden" name="token" value={token} />
        <button type="submit" class="button primary wide">
          {verify.submit}
        </button>
      </form>
    </AccountCard>
  )
}

interface NotMeProps extends ViewProps {
  token: string
  signIn: { user_agent: string; ip: string; created_at: string }
  language: Language
}

export function NotMeView({ text, token, signIn, language }: NotMeProps) {
  const { browser, os } = deviceOf(signIn.user_agent)
  return (
    <AccountCard heading={text.notMe.heading} lead={text.notMe.lead}>
      <p>
        {[browser, os, signIn.ip].filter(Boolean).join(' · ')}
        <br />
        <Time value={signIn.created_at} language={language} />
      </p>
      <form class="form" method="post" action="/not-me">
        <input type="hidden" name="token" value={token} />
        <button type="submit" class="button danger primary wide">
          {text.notMe.submit}
        </button>
      </form>
    </AccountCard>
  )
}

interface EndProps extends ViewProps {
  of: 'reset' | 'verify'
}

export function Done({ text, of }: EndProps) {
  const [href, label] = of === 'reset' ? ['/login', text.toLogin] : ['/', text.toHome]
  return (
    <AccountCard heading={text[of].doneHeading}>
      <p class="soft">{text[of].done}</p>
      <a class="button primary wide" href={href}>
        {label}
      </a>
    </AccountCard>
  )
}

export function DeadLink({ text, of }: ViewProps & { of: EndProps['of'] | 'notMe' }) {
  const [href, label] = of === 'verify' ? ['/settings?tab=account', text.toSettings] : ['/forgot', text.askAgain]
  return (
    <AccountCard heading={text.deadHeading}>
      <p class="soft">{text[of].dead}</p>
      <a class="button primary wide" href={href}>
        {label}
      </a>
    </AccountCard>
  )
}
