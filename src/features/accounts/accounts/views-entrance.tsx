import type { Context } from 'hono'
import type { AppEnv } from '#env'
import { accountTexts } from '#features/accounts/accounts/text.ts'
import { type InvitationState, type Refused, RegisterView } from '#features/accounts/accounts/views.tsx'
import { LoginView } from '#features/accounts/accounts/views-login.tsx'
import { CODE_INPUT_MAX } from '#features/accounts/invitations/code.ts'
import { inviterOf } from '#features/accounts/invitations/use.ts'
import { passkeyTexts } from '#features/accounts/passkeys/text.ts'
import { pageChallengeOf } from '#features/accounts/proof-of-work/http/admission.ts'
import { secondFactorTexts } from '#features/accounts/second-factor/text.ts'
import { page } from '#features/core/shell/page.tsx'
import { shellTexts } from '#features/core/shell/text.ts'
import { settingIsOn } from '#features/core/site/settings.ts'
import { ERROR_STATUS, type ErrorCode } from '#kernel/errors.ts'
import { safeNext } from '#kernel/next-path.ts'
import { addressLimits } from '#web/limits/limits.ts'

export const scripts = ['account.js']

export const nextOf = (c: Context<AppEnv>) => safeNext(c.req.query('next'))

/** `refused` has the errors of a form that was sent without JavaScript. */
export function showLogin(c: Context<AppEnv>, refused?: Refused, code?: ErrorCode) {
  const { language } = c.var
  const text = accountTexts[language]
  const { title, description } = text.login
  return page(
    c,
    { title, description, scripts: ['login.js'] },
    <LoginView
      {...{ text, refused }}
      next={nextOf(c)}
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
  const invitation = await invitationOf(c, typed)
  return page(
    c,
    { title, description, scripts: [...scripts, ...(challenge ? ['challenge.js'] : [])] },
    <RegisterView
      {...{ text, isOpen, refused, invitation, challenge, language }}
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
