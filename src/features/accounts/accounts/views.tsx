import type { Child, PropsWithChildren } from 'hono/jsx'
import { emailIsTaken, emailToCheck } from '#features/accounts/accounts/hooks.ts'
import { EMAIL_MAX } from '#features/accounts/accounts/inputs.ts'
import type { AccountText } from '#features/accounts/accounts/text.ts'
import { CODE_INPUT_MAX } from '#features/accounts/invitations/code.ts'
import { invitationTexts } from '#features/accounts/invitations/text.ts'
import { USERNAME_MAX, USERNAME_MIN } from '#features/accounts/profiles/username.ts'
import type { PageChallenge } from '#features/accounts/proof-of-work/http/admission.ts'
import { ChallengeField } from '#features/accounts/proof-of-work/views.tsx'
import type { ProviderLink } from '#features/accounts/providers/providers.ts'
import { providerTexts } from '#features/accounts/providers/text.ts'
import { ProviderButtons } from '#features/accounts/providers/views.tsx'
import type { UserRef } from '#features/core/people/shapes.ts'
import { Mark } from '#features/core/shell/mark.tsx'
import type { ShellText } from '#features/core/shell/text.ts'
import type { Attributes } from '#kernel/hooks.ts'
import type { Language } from '#kernel/i18n.ts'
import { Button, Notice } from '#web/components/elements.tsx'
import { ApiForm, Field, NewPasswordField } from '#web/components/form.tsx'
import { errorsHere, optional } from '#web/components/hooks.ts'

export interface ViewProps {
  text: AccountText
  shell: ShellText
  /** Redirect target after success. Already validated as a path of this site. */
  next: string
  refused?: Refused | undefined
  providers: ProviderLink[]
  language: Language
}

/** The values of a refused form that was sent without JavaScript, and its errors. */
export interface Refused {
  sent: Record<string, string>
  problems: Record<string, string>
  /** An error that is not about one field. */
  problem?: string | undefined
}

interface RegisterProps extends ViewProps {
  isOpen: boolean
  invitation: InvitationState
  challenge: PageChallenge | null
}

/** The invitation in the address of the page or in a refused form. */
export interface InvitationState {
  isRequired: boolean
  code: string
  /** Null if the code is missing or not valid. */
  inviter: UserRef | null
}

export function RegisterView(props: RegisterProps) {
  const { text, shell, next, isOpen, refused, invitation, challenge, providers, language } = props
  const login = (
    <p class="account-switch">
      {text.register.haveAccount} <a href={withNext('/login', next)}>{text.register.login}</a>
    </p>
  )
  if (!isOpen) {
    return (
      <AccountCard heading={text.register.heading} lead="">
        <Notice>{text.register.closed}</Notice>
        {login}
      </AccountCard>
    )
  }
  return (
    <AccountCard heading={text.register.heading} lead={invitation.isRequired ? '' : text.register.lead}>
      <InvitationNotice {...{ invitation, language }} />
      <ApiForm
        api="POST /api/auth/register"
        after={`goto:${next}`}
        toast={text.register.welcome}
        {...(challenge === null && { plain: text.register.submit })}
        problem={refused?.problem}
        id="register"
      >
        <InvitationField {...{ invitation, refused, language }} />
        <EmailField
          text={text}
          value={refused?.sent.email}
          error={refused?.problems.email}
          hooks={{ ...emailToCheck(), ...errorsHere({ codes: 'email_taken' }) }}
          extra={
            <p class="field-hint" {...emailIsTaken()} hidden>
              {text.register.taken} <a href={withNext('/login', next)}>{text.register.login}</a>
              {' · '}
              <a href="/forgot">{text.login.forgot}</a>
            </p>
          }
        />
        <NewPasswordField
          name="password"
          label={text.password}
          hint={text.register.passwordHint}
          error={refused?.problems.password}
          text={shell}
        />
        <Field
          name="username"
          label={text.register.username}
          value={refused?.sent.username ?? ''}
          error={refused?.problems.username}
          aside={shell.optional}
          hint={text.register.usernameHint}
          autocomplete="nickname"
          minlength={USERNAME_MIN}
          maxlength={USERNAME_MAX}
          hooks={{ ...optional(), ...errorsHere({ codes: 'username_taken' }) }}
        />
        {challenge && <ChallengeField challenge={challenge} for="register" language={language} />}
        <Button type="submit" kind="primary wide needs-script" label={text.register.submit} />
      </ApiForm>
      {invitation.isRequired && invitation.inviter === null && providers.length > 0 ? (
        // A link cannot send the code that is typed into the form.
        <p class="account-switch">{providerTexts[language].openInvitation(providers.map(({ name }) => name))}</p>
      ) : (
        <ProviderButtons
          providers={providers}
          purpose={{ ...(next !== '/' && { next }), ...(invitation.code !== '' && { invitation: invitation.code }) }}
          label={providerTexts[language].register}
          text={providerTexts[language]}
        />
      )}
      {login}
    </AccountCard>
  )
}

function InvitationNotice({ invitation, language }: Pick<RegisterProps, 'invitation' | 'language'>) {
  const text = invitationTexts[language]
  const { isRequired, code, inviter } = invitation
  if (inviter !== null) return <Notice tone="good">{text.invitedBy(inviter.display_name)}</Notice>
  if (code === '') return isRequired ? <Notice>{text.required}</Notice> : null
  return (
    <Notice tone="danger">
      {text.notValid}
      {isRequired ? text.askAgain : text.stillOpen}
    </Notice>
  )
}

/** Not shown while people can register without an invitation and have none. */
function InvitationField({
  invitation,
  refused,
  language,
}: Pick<RegisterProps, 'invitation' | 'refused' | 'language'>) {
  const text = invitationTexts[language]
  const { isRequired, code, inviter } = invitation
  if (!isRequired && inviter === null) return null
  return (
    <Field
      name="invitation"
      label={text.code}
      value={code}
      error={refused?.problems.invitation}
      hint={text.codeHint}
      autocomplete="off"
      maxlength={CODE_INPUT_MAX}
      required={isRequired}
      hooks={{ ...errorsHere({ codes: 'invitation_required' }), ...(!isRequired && optional()) }}
    />
  )
}

export function AccountCard({ heading, lead, children }: PropsWithChildren<{ heading: string; lead?: string }>) {
  return (
    <div class="account">
      <div class="account-head">
        <Mark />
        <h1>{heading}</h1>
        {lead && <p class="soft">{lead}</p>}
      </div>
      <div class="card stack">{children}</div>
    </div>
  )
}

interface EmailFieldProps {
  text: AccountText
  autocomplete?: 'email' | 'username webauthn'
  value?: string | undefined
  error?: string | undefined
  hooks?: Attributes
  extra?: Child
}

export function EmailField({ text, autocomplete = 'email', value, error, hooks = {}, extra }: EmailFieldProps) {
  return (
    <Field
      name="email"
      type="email"
      label={text.email}
      placeholder={text.emailPlaceholder}
      autocomplete={autocomplete}
      maxlength={EMAIL_MAX}
      {...(value !== undefined && { value })}
      error={error}
      required
      extra={extra}
      hooks={hooks}
    />
  )
}

export function withNext(path: string, next: string): string {
  return next === '/' ? path : `${path}?next=${encodeURIComponent(next)}`
}
