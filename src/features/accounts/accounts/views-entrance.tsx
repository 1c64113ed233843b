import type { Context } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { accountTexts } from '#features/accounts/accounts/text.ts'
import { type InvitationState, type Refused, RegisterView } from '#features/accounts/accounts/views.tsx'
import { LoginView, PlainCodeView } from '#features/accounts/accounts/views-login.tsx'
import { PlainRestoreView } from '#features/accounts/accounts/views-restore.tsx'
import { CODE_INPUT_MAX } from '#features/accounts/invitations/code.ts'
import { inviterOf } from '#features/accounts/invitations/use.ts'
import { passkeyTexts } from '#features/accounts/passkeys/text.ts'
import { pageChallengeOf } from '#features/accounts/proof-of-work/http/admission.ts'
import { allProviders, providersOnLogin } from '#features/accounts/providers/providers.ts'
import { secondFactorTexts } from '#features/accounts/second-factor/text.ts'
import { page } from '#features/core/shell/page.tsx'
import { shellTexts } from '#features/core/shell/text.ts'
import { settingIsOn } from '#features/core/site/settings.ts'
import { AppError, ERROR_STATUS, type ErrorCode, errorMessage, isOurFault } from '#kernel/errors.ts'
import type { Language } from '#kernel/i18n.ts'
import { safeNext } from '#kernel/next-path.ts'
import { fieldsInWords } from '#web/errors/errors.tsx'
import { addressLimits } from '#web/limits/limits.ts'

export const scripts = ['account.js']

export const nextOf = (c: { req: { query(name: string): string | undefined } }) => safeNext(c.req.query('next'))

/** `refused` has the errors of a form that was sent without JavaScript. */
export async function showLogin(c: Context<AppEnv>, refused?: Refused, code?: ErrorCode) {
  const { db, language, now } = c.var
  const text = accountTexts[language]
  const { title, description } = text.login
  return page(
    c,
    { title, description, scripts: ['login.js'] },
    <LoginView
      {...{ text, refused, language }}
      next={nextOf(c)}
      providers={await providersOnLogin(db, now)}
      problem={c.req.query('problem')}
      hasEnded={c.req.query('ended') !== undefined}
      shell={shellTexts[language]}
      factor={secondFactorTexts[language]}
      passkey={passkeyTexts[language]}
    />,
    code ? ERROR_STATUS[code] : 200,
  )
}

/** `typed` is the code of an invitation, or empty. */
export async function showRegister(c: Context<AppEnv>, typed: string, refused?: Refused, code?: ErrorCode) {
  const { db, language, now } = c.var
  const text = accountTexts[language]
  const { title, description } = text.register
  const isOpen = await settingIsOn(db, 'registration.enabled', now)
  const challenge = await pageChallengeOf(c)
  const providers = (await allProviders(db, now)).filter(({ sign_up }) => sign_up === 1)
  const invitation = await invitationOf(c, typed)
  return page(
    c,
    { title, description, scripts: [...scripts, ...(challenge ? ['challenge.js'] : [])] },
    <RegisterView
      {...{ text, isOpen, refused, invitation, challenge, providers, language }}
      next={nextOf(c)}
      shell={shellTexts[language]}
    />,
    code ? ERROR_STATUS[code] : 200,
  )
}

async function invitationOf(c: Context<AppEnv>, typed: string): Promise<InvitationState> {
  const { db, language, now } = c.var
  const isRequired = await settingIsOn(db, 'registration.invite_only', now)
  const code = typed.slice(0, CODE_INPUT_MAX)
  const inviter = code === '' ? null : await inviterOf(db, addressLimits(c), code, language, now)
  return { isRequired, code, inviter }
}

/** Asks for a code after the first factor. */
export function showCode(c: Context<AppEnv>, refused: Refused, next = nextOf(c), code?: ErrorCode) {
  const text = secondFactorTexts[c.var.language]
  c.header('Cache-Control', 'private, no-store')
  return page(
    c,
    { title: accountTexts[c.var.language].login.title, robots: 'noindex' },
    <PlainCodeView {...{ text, refused, next }} />,
    code ? ERROR_STATUS[code] : 200,
  )
}

const Pending = z.object({ restore_token: z.string(), purge_at: z.string() })

/** The page that offers to restore a deleted account, or null for any other error. */
export function showRestore(c: Context<AppEnv>, error: unknown) {
  if (!(error instanceof AppError) || error.code !== 'account_pending_deletion') return null
  const { restore_token, purge_at } = Pending.parse(error.details.extra)
  const { language } = c.var
  const text = accountTexts[language]
  c.header('Cache-Control', 'private, no-store')
  return page(
    c,
    { title: text.restore.title, robots: 'noindex' },
    <PlainRestoreView text={text} token={restore_token} purgeAt={purge_at} language={language} />,
  )
}

/** Converts an error into messages for the form. Rethrows bugs and outages. */
export function refusal(
  { var: { language } }: { var: { language: Language } },
  error: unknown,
  sent: Refused['sent'],
): [Refused, ErrorCode] {
  if (!(error instanceof AppError) || isOurFault(error.code)) throw error
  const { code, details } = error
  const problems = fieldsInWords(details.fields ?? {}, language)
  const field = FIELDS[code]
  if (field) problems[field] = errorMessage(code, language)
  const problem = Object.keys(problems).length > 0 ? undefined : errorMessage(code, language)
  return [{ sent, problems, problem }, code]
}

/** Error codes that are shown beside a field. */
const FIELDS: { [Code in ErrorCode]?: string } = {
  email_taken: 'email',
  username_taken: 'username',
  invitation_required: 'invitation',
}
