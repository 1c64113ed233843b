import { CODE_INPUT_MAX } from '#features/accounts/invitations/invitations.ts'
import { invitationTexts } from '#features/accounts/invitations/views.tsx'
import { challengeField, emailIsTaken, emailToCheck } from '#features/accounts/login/hooks.ts'
import {
  type LoginProps,
  loginTexts,
  WELCOME_PATH,
  withNext,
} from '#features/accounts/login/views.tsx'
import { providerTexts } from '#features/accounts/providers/text.ts'
import { ProviderButtons } from '#features/accounts/providers/views.tsx'
import type { PageChallenge } from '#features/accounts/registration/http/admission.ts'
import type { UserRef } from '#features/core/people/user-ref.ts'
import { USERNAME_MAX, USERNAME_MIN } from '#features/core/people/username-key.ts'
import { AccountCard } from '#features/core/shell/account-card.tsx'
import { shellTexts } from '#features/core/shell/text.ts'
import { UsernameField } from '#features/core/shell/user.tsx'
import { bilingual, type Language } from '#kernel/i18n.ts'
import { asset } from '#web/assets.ts'
import { Button, NeedsScript, Notice } from '#web/components/elements.tsx'
import { EmailField, Field, NewPasswordField } from '#web/components/fields.tsx'
import { ApiForm } from '#web/components/form.tsx'
import { errorsHere, optional } from '#web/components/hooks.ts'

interface RegisterProps extends Omit<LoginProps, 'hasEnded' | 'problem'> {
  isOpen: boolean
  hasMail: boolean
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
  const { next, isOpen, hasMail, refused, invitation, challenge, providers, language } = props
  const [text, shell] = [registerTexts[language], shellTexts[language]]
  const login = (
    <p class="account-switch soft small">
      {text.haveAccount} <a href={withNext('/login', next)}>{text.login}</a>
    </p>
  )
  if (!isOpen) {
    return (
      <AccountCard heading={text.heading}>
        <Notice>{text.closed}</Notice>
        {login}
      </AccountCard>
    )
  }
  return (
    <AccountCard heading={text.heading} lead={invitation.isRequired ? '' : text.lead}>
      <InvitationNotice {...{ invitation, language }} />
      <ApiForm
        api="POST /api/auth/register"
        after={`goto:${next === '/' ? WELCOME_PATH : next}`}
        // Without another page to open, the first page of a new member says where the mail was
        // sent.
        toast={hasMail && next !== '/' ? text.welcomeMail : text.welcome}
        {...(challenge === null && { plain: text.submit })}
        problem={refused?.problem}
        id="register"
      >
        <InvitationField {...{ invitation, refused, language }} />
        <EmailField
          label={loginTexts[language].email}
          placeholder={loginTexts[language].emailPlaceholder}
          refused={refused}
          hooks={{ ...emailToCheck(), ...errorsHere({ codes: 'email_taken' }) }}
          extra={
            <p class="field-hint" {...emailIsTaken()} hidden>
              {text.taken} <a href={withNext('/login', next)}>{text.login}</a>
              {' · '}
              <a href="/forgot">{loginTexts[language].forgot}</a>
            </p>
          }
        />
        <NewPasswordField
          name="password"
          label={loginTexts[language].password}
          error={refused?.problems.password}
          text={shell}
        />
        <UsernameField
          label={text.username}
          value={refused?.sent.username ?? ''}
          error={refused?.problems.username}
          aside={shell.optional}
          hint={text.usernameHint}
        />
        {challenge && <ChallengeField challenge={challenge} for="register" language={language} />}
        <Button type="submit" kind="primary wide needs-script" label={text.submit} />
      </ApiForm>
      {invitation.isRequired && invitation.inviter === null && providers.length > 0 ? (
        // The buttons are not shown here: a link cannot send the code that is typed into the form.
        <p class="account-switch soft small">
          {providerTexts[language].openInvitation(providers.map(({ name }) => name))}
        </p>
      ) : (
        <ProviderButtons
          providers={providers}
          purpose={{
            ...(next !== '/' && { next }),
            ...(invitation.code !== '' && { invitation: invitation.code }),
          }}
          label={providerTexts[language].register}
          text={providerTexts[language]}
        />
      )}
      {login}
    </AccountCard>
  )
}

function InvitationNotice({
  invitation,
  language,
}: Pick<RegisterProps, 'invitation' | 'language'>) {
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

/**
 * The field for a code. It is not shown while people can register without an invitation and have
 * none.
 */
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
      maxlength={CODE_INPUT_MAX}
      required={isRequired}
      hooks={{ ...errorsHere({ codes: 'invitation_required' }), ...(!isRequired && optional()) }}
    />
  )
}

interface ChallengeFieldProps {
  challenge: PageChallenge
  for: 'register' | 'forgot' | 'letters'
  language: Language
}

/** The part of a form that needs a solved challenge. */
export function ChallengeField({ challenge: { siteKey }, for: of, language }: ChallengeFieldProps) {
  const { failed, needsScript } = proofTexts[language]
  return (
    <>
      <input
        type="hidden"
        name="challenge"
        autocomplete="off"
        {...optional()}
        {...challengeField({
          worker: asset('challenge-worker.js'),
          failed,
          siteKey: siteKey ?? undefined,
        })}
      />
      <NeedsScript text={{ needsScript: needsScript[of] }} />
    </>
  )
}

export const registerTexts = bilingual({
  title: ['注册', 'Sign up'],
  heading: ['加入我们', 'Join us'],
  description: [
    '注册账号，发表文章，为好文章充能。',
    'Create an account to publish posts and energize the ones you like.',
  ],
  lead: ['只需邮箱和密码。', 'All you need is an e-mail address and a password.'],
  username: ['用户名', 'Username'],
  usernameHint: [
    `${USERNAME_MIN} 到 ${USERNAME_MAX} 个文字、数字、下划线或连字符，也可以以后再设置。`,
    `${USERNAME_MIN} to ${USERNAME_MAX} letters, digits, underscores or hyphens. You can also choose one later.`,
  ],
  submit: ['创建账号', 'Create account'],
  welcome: ['账号已创建，欢迎加入！', 'Your account is ready. Welcome!'],
  welcomeMail: [
    '账号已创建。确认邮件已发送到 {user.email}。',
    'Your account is ready. We sent a confirmation mail to {user.email}.',
  ],
  taken: ['这是你的邮箱？', 'Is this your address?'],
  haveAccount: ['已有账号？', 'Already have an account?'],
  login: ['去登录', 'Log in'],
  closed: [
    '暂不开放注册。已有账号请直接登录。',
    'Registration is currently closed. If you have an account, please log in.',
  ],
})

const proofTexts = bilingual({
  failed: [
    '浏览器验证失败，请检查网络后重试。本站需要通过 https 访问。',
    'The check of your browser failed. Check your connection and try again. The site must be opened with https.',
  ],
  needsScript: {
    register: [
      '注册前浏览器需要完成一次验证，请启用 JavaScript 后刷新页面。如果无法启用，请联系站点管理员。',
      'To sign up, your browser must pass a short check. Turn on JavaScript and reload the page, or contact the admins of this site.',
    ],
    letters: [
      '订阅前浏览器需要完成一次验证，请启用 JavaScript 后刷新页面。如果无法启用，请联系站点管理员。',
      'To subscribe, your browser must pass a short check. Turn on JavaScript and reload the page, or contact the admins of this site.',
    ],
    forgot: [
      '找回密码前浏览器需要完成一次验证，请启用 JavaScript 后刷新页面。如果无法启用，请联系站点管理员。',
      'To reset your password, your browser must pass a short check. Turn on JavaScript and reload the page, or contact the admins of this site.',
    ],
  },
})
