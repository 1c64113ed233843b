import type { Context } from 'hono'
import type { AppEnv } from '#env'
import { accountTexts } from '#features/accounts/accounts/text.ts'
import { type Refused, RegisterView } from '#features/accounts/accounts/views.tsx'
import { LoginView } from '#features/accounts/accounts/views-login.tsx'
import { passkeyTexts } from '#features/accounts/passkeys/text.ts'
import { allProviders } from '#features/accounts/providers/providers.ts'
import { secondFactorTexts } from '#features/accounts/second-factor/text.ts'
import { page } from '#features/core/shell/page.tsx'
import { shellTexts } from '#features/core/shell/text.ts'
import { settingIsOn } from '#features/core/site/settings.ts'
import { ERROR_STATUS, type ErrorCode } from '#kernel/errors.ts'
import { safeNext } from '#kernel/next-path.ts'

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
      providers={await allProviders(db, now)}
      problem={c.req.query('problem')}
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
  const providers = (await allProviders(db, now)).filter(({ sign_up }) => sign_up === 1)
  return page(
    c,
    { title, description, scripts },
    <RegisterView
      {...{ text, isOpen, refused, providers, language }}
      next={nextOf(c)}
      invitation={c.req.query('invitation')}
      shell={shellTexts[language]}
    />,
    code ? ERROR_STATUS[code] : 200,
  )
}
