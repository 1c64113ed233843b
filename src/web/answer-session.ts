import type { Context, HonoRequest } from 'hono'
import type { AppEnv } from '#env'
import type { SignInOrigin } from '#features/accounts/sign-in.ts'
import { asMe } from '#features/people/user-ref.ts'
import type { ChangeOrigin } from '#features/second-factor/told.ts'
import { USER_AGENT_MAX } from '#features/sessions/open.ts'
import type { SignedIn } from '#features/sessions/signed-in.ts'
import { ACCESS_LIFETIME } from '#features/sessions/tokens.ts'
import { SECOND } from '#kernel/clock.ts'
import type { Language } from '#kernel/i18n.ts'
import { hashOf } from '#kernel/secrets.ts'
import { handOutTokens, rememberDevice, setCsrfCookie } from '#web/credentials.ts'
import { mailOrigin } from '#web/sends-mail.ts'

/** The session as cookies, for a form that was sent without a script. */
export async function leaveSession(c: Context<AppEnv>, session: SignedIn) {
  const tokens = await handOutTokens(c, session)
  setCsrfCookie(c, tokens.csrf_token, session.expires_at)
  return tokens
}

/** The session as the API tells it, and as cookies. */
export async function answerSession(c: Context<AppEnv>, session: SignedIn, status: 200 | 201) {
  const tokens = await leaveSession(c, session)
  const user = asMe(session.viewer, c.var.language)
  return c.json({ user, ...tokens, expires_in: ACCESS_LIFETIME / SECOND }, status)
}

export async function signInOrigin(c: Context<AppEnv>): Promise<SignInOrigin> {
  return { ...changeOrigin(c), deviceHash: await hashOf(rememberDevice(c)) }
}

/** Where a request that opens or guards an account comes from. */
export function changeOrigin(c: { req: HonoRequest; var: { ip: string; language: Language } }): ChangeOrigin {
  const country = c.req.raw.cf?.country
  return {
    ...mailOrigin(c),
    ip: c.var.ip,
    userAgent: (c.req.header('user-agent') ?? '').slice(0, USER_AGENT_MAX),
    country: typeof country === 'string' ? country : null,
  }
}
