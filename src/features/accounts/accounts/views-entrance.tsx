import type { Context } from 'hono'
import type { AppEnv } from '#env'
import { accountTexts } from '#features/accounts/accounts/text.ts'
import { type Refused, RegisterView } from '#features/accounts/accounts/views.tsx'
import { LoginView } from '#features/accounts/accounts/views-login.tsx'
import { passkeyTexts } from '#features/accounts/passkeys/text.ts'
import { secondFactorTexts } from '#features/accounts/second-factor/text.ts'
import { page } from '#features/core/shell/page.tsx'
import { shellTexts } from '#features/core/shell/text.ts'
import { settingIsOn } from '#features/core/site/settings.ts'
import { ERROR_STATUS, type ErrorCode } from '#kernel/errors.ts'
import { safeNext } from '#kernel/next-path.ts'

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

export async function showRegister(c: Context<AppEnv>, refused?: Refused, code?: ErrorCode) {
  const { db, language, now } = c.var
  const text = accountTexts[language]
  const { title, description } = text.register
  const isOpen = await settingIsOn(db, 'registration.enabled', now)
  return page(
    c,
    { title, description, scripts },
    <RegisterView {...{ text, isOpen, refused }} next={nextOf(c)} shell={shellTexts[language]} />,
    code ? ERROR_STATUS[code] : 200,
  )
}
