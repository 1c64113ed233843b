import type { PropsWithChildren } from 'hono/jsx'
import type { AddressLink } from '#features/accounts/email/prove.ts'
import { EmailForm } from '#features/accounts/login/views.tsx'
import type { ReportedEvent } from '#features/accounts/recovery/not-me.ts'
import type { LoginMethods } from '#features/accounts/recovery/reset.ts'
import { recoveryTexts } from '#features/accounts/recovery/text.ts'
import type { PageChallenge } from '#features/accounts/registration/http/admission.ts'
import { ChallengeField } from '#features/accounts/registration/views.tsx'
import { type MailDestination, unsentTexts } from '#features/core/mail/service.ts'
import { displayName } from '#features/core/people/user-ref.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { AccountCard } from '#features/core/shell/account-card.tsx'
import { shellTexts } from '#features/core/shell/text.ts'
import type { Language } from '#kernel/i18n.ts'
import { loginPath } from '#kernel/next-path.ts'
import { deviceOf } from '#kernel/user-agent.ts'
import { Button, LinkButton, Notice } from '#web/components/elements.tsx'
import { NewPasswordField } from '#web/components/fields.tsx'
import { PlainForm } from '#web/components/form.tsx'
import { Time } from '#web/components/time.tsx'
import type { Refused } from '#web/validation/plain-form.ts'

interface FormProps {
  /** The last submission of the form, with the error messages of its fields. */
  refused?: Refused | undefined
  language: Language
}

interface ForgotProps extends FormProps {
  challenge: PageChallenge | null
  isSent: boolean
  mailDestination: MailDestination
}

export function ForgotView({ refused, isSent, challenge, mailDestination, language }: ForgotProps) {
  const text = recoveryTexts[language]
  const { forgot } = text
  const toLogin = <LinkButton href="/login" kind="wide" label={text.toLogin} />
  if (mailDestination === 'stored') {
    return (
      <AccountCard heading={forgot.heading}>
        <p>{forgot.noMail}</p>
        {toLogin}
      </AccountCard>
    )
  }
  const isPrinted = mailDestination === 'printed'
  if (isSent) {
    return (
      <AccountCard heading={isPrinted ? forgot.printedHeading : forgot.sentHeading}>
        <p class="soft">{isPrinted ? forgot.printedSent : forgot.sent}</p>
        {isPrinted && <Notice>{unsentTexts[language].printed}</Notice>}
        {toLogin}
      </AccountCard>
    )
  }
  return (
    <AccountCard heading={forgot.heading} lead={isPrinted ? forgot.printedLead : forgot.lead}>
      {isPrinted && <Notice>{unsentTexts[language].printed}</Notice>}
      <EmailForm
        action={challenge ? null : '/forgot'}
        autocomplete="username"
        submit={isPrinted ? forgot.printedSubmit : forgot.submit}
        {...{ refused, language }}
      >
        {challenge && <ChallengeField challenge={challenge} for="forgot" language={language} />}
      </EmailForm>
    </AccountCard>
  )
}

interface ResetProps extends FormProps {
  token: string
  email: string
}

export function ResetView({ token, email, refused, language }: ResetProps) {
  const { reset } = recoveryTexts[language]
  return (
    <AccountCard heading={reset.heading} lead={reset.lead(email)}>
      <NewPasswordForm action="/reset" {...{ token, email, refused, language }} text={reset}>
        <Button type="submit" kind="primary wide" label={reset.submit} />
      </NewPasswordForm>
    </AccountCard>
  )
}

type NewPasswordProps = ResetProps & {
  action: string
  text: { password: string; passwordHint?: string }
}

function NewPasswordForm(props: PropsWithChildren<NewPasswordProps>) {
  const { action, token, email, refused, language, text, children } = props
  return (
    <PlainForm action={action}>
      <input type="hidden" name="token" value={token} />
      {/* With this field, password managers save the new password for this account. */}
      <input type="email" value={email} autocomplete="username" hidden readonly />
      <NewPasswordField
        name="new_password"
        label={text.password}
        hint={text.passwordHint}
        error={refused?.problems.new_password}
        text={shellTexts[language]}
      />
      {children}
    </PlainForm>
  )
}

export function VerifyView({ token, email, refused, language }: ResetProps) {
  const { verify } = recoveryTexts[language]
  return (
    <AccountCard heading={verify.heading} lead={verify.lead(email)}>
      <TokenForm action="/verify" {...{ token, refused }}>
        <Button type="submit" kind="primary wide" label={verify.submit} />
      </TokenForm>
    </AccountCard>
  )
}

interface UnknownVerifyProps extends ResetProps {
  link: AddressLink
  viewer: Viewer | null
}

/**
 * The page of a link that was opened without a session of its account. Another person may have
 * entered this address.
 */
export function UnknownVerifyView({
  token,
  email,
  link,
  viewer,
  refused,
  language,
}: UnknownVerifyProps) {
  const { unknown } = recoveryTexts[language].verify
  const words = unknown[link.kind === 'email' ? 'changed' : 'first']
  const problem = refused?.problem ?? refused?.problems.email
  return (
    <AccountCard heading={words.heading} lead={words.lead(email)}>
      {problem && <Notice tone="danger">{problem}</Notice>}
      <p>
        <strong>{displayName(link, language)}</strong>
        <br />
        {unknown.since} <Time value={link.created_at} language={language} show="date" />
      </p>
      <LoginToVerify {...{ token, viewer, language }} />
      <p class="or line loose faint small">{unknown.or}</p>
      <NewPasswordForm action="/verify" {...{ token, email, refused, language }} text={unknown}>
        <Button type="submit" kind="wide" label={unknown.savePassword} />
      </NewPasswordForm>
      <p class="or line loose faint small">{unknown.or}</p>
      <TokenForm action="/verify" token={token}>
        <input type="hidden" name="not_mine" value="true" />
        <p class="soft">{words.notMine}</p>
        <Button type="submit" kind="danger wide" label={unknown.notMine} />
      </TokenForm>
    </AccountCard>
  )
}

/**
 * A link to the login and back to this page. A person who is logged in to another account logs out
 * first.
 */
function LoginToVerify({
  token,
  viewer,
  language,
}: Pick<UnknownVerifyProps, 'token' | 'viewer' | 'language'>) {
  const { unknown } = recoveryTexts[language].verify
  const login = loginPath(`/verify?token=${token}`)
  if (viewer === null) return <LinkButton href={login} kind="primary wide" label={unknown.login} />
  return (
    <form class="form" method="post" action={`/logout?next=${encodeURIComponent(login)}`}>
      <p class="soft">{unknown.otherAccount(displayName(viewer, language))}</p>
      <Button type="submit" kind="primary wide" label={unknown.switchAccount} />
    </form>
  )
}

interface TokenFormProps {
  action: string
  token: string
  refused?: Refused | undefined
}

/** A form that uses a mailed link. */
function TokenForm({ action, token, refused, children }: PropsWithChildren<TokenFormProps>) {
  return (
    <PlainForm action={action} refused={{ problem: refused?.problem ?? refused?.problems.email }}>
      <input type="hidden" name="token" value={token} />
      {children}
    </PlainForm>
  )
}

export function NotMeView({
  token,
  event,
  refused,
  language,
}: FormProps & { token: string; event: ReportedEvent }) {
  const text = recoveryTexts[language]
  const { browser, os } = deviceOf(event.user_agent ?? '')
  return (
    <AccountCard heading={text.notMe.heading} lead={text.notMe.lead}>
      <p>
        <strong>{text.events[event.about]}</strong>
        <br />
        {[browser, os, event.ip].filter(Boolean).join(' · ')}
        <br />
        <Time value={event.created_at} language={language} />
      </p>
      <TokenForm action="/not-me" {...{ token, refused }}>
        <Button type="submit" kind="danger primary wide" label={text.notMe.submit} />
      </TokenForm>
    </AccountCard>
  )
}

/** The outcomes in the address of the page after `/verify`. */
export const VERIFY_OUTCOMES = ['', 'password', 'not_mine'] as const
export type VerifyOutcome = (typeof VERIFY_OUTCOMES)[number]

interface VerifyDoneProps extends Pick<ForgotProps, 'mailDestination' | 'language'> {
  outcome: VerifyOutcome
}

export function VerifyDone({ outcome, mailDestination, language }: VerifyDoneProps) {
  const text = recoveryTexts[language]
  const { verify } = text
  const done = {
    '': mailDestination === 'sent' ? verify.done : verify.doneUnsent,
    password: verify.donePassword,
    not_mine: verify.notMineDone,
  }[outcome]
  const [href, label] = outcome === 'password' ? ['/login', text.toLogin] : ['/', text.toHome]
  return (
    <AccountCard heading={outcome === 'not_mine' ? verify.notMineHeading : verify.doneHeading}>
      <p class="soft">{done}</p>
      <LinkButton href={href} kind="primary wide" label={label} />
    </AccountCard>
  )
}

/** Lists the login methods that a reset does not end, because one of them may be an attacker's. */
export function ResetDone({ left, language }: { left: LoginMethods; language: Language }) {
  const text = recoveryTexts[language]
  const { reset } = text
  const methods: [string, string][] = [
    ...left.providers.map(({ name, created_at }): [string, string] => [name, created_at]),
    ...left.passkeys.map(({ name, created_at }): [string, string] => [
      reset.passkey(name),
      created_at,
    ]),
  ]
  if (left.totpSince !== null) methods.push([reset.totp, left.totpSince])
  return (
    <AccountCard heading={reset.doneHeading}>
      <p class="soft">{reset.done}</p>
      {methods.length > 0 && (
        <>
          <p class="soft">{reset.factorsLead}</p>
          <ul>
            {methods.map(([name, since]) => (
              <li>
                {name} · <Time value={since} language={language} show="date" />
              </li>
            ))}
          </ul>
        </>
      )}
      <LinkButton href="/login" kind="primary wide" label={text.toLogin} />
    </AccountCard>
  )
}

export function ExpiredLink({
  of,
  language,
}: {
  of: 'reset' | 'verify' | 'notMe'
  language: Language
}) {
  const text = recoveryTexts[language]
  const [href, label] =
    of === 'verify' ? ['/settings?tab=account', text.toSettings] : ['/forgot', text.askAgain]
  return (
    <AccountCard heading={text.expiredHeading}>
      <p class="soft">{text[of].expired}</p>
      <LinkButton href={href} kind="primary wide" label={label} />
    </AccountCard>
  )
}
