import type { Context, HonoRequest } from 'hono'
import type { AppEnv, Bindings } from '#env'
import type { SignInOrigin } from '#features/accounts/login/sign-in.ts'
import type { RelyingParty } from '#features/accounts/passkeys/webauthn.ts'
import type { ChangeOrigin } from '#features/accounts/recovery/not-me.ts'
import {
  issueSessionTokens,
  rememberDevice,
  type SessionTokens,
  setCsrfCookie,
} from '#features/accounts/sessions/http/cookies.ts'
import { type SignedIn, USER_AGENT_MAX } from '#features/accounts/sessions/open.ts'
import { ACCESS_LIFETIME } from '#features/accounts/sessions/tokens.ts'
import { mailOrigin } from '#features/core/mail/http/sends-mail.ts'
import { asMe } from '#features/core/people/user-ref.ts'
import { SECOND } from '#kernel/clock.ts'
import { hashOf } from '#kernel/crypto/secrets.ts'
import type { Language } from '#kernel/i18n.ts'
import { addressLimits, userLimits } from '#web/limits/limits.ts'
import { type OriginContext, siteOrigin } from '#web/site-origin.ts'

/** Sets the cookies of a session. A form that was sent without JavaScript needs nothing else. */
export async function setSessionCookies(
  c: Context<AppEnv>,
  session: SignedIn,
): Promise<SessionTokens> {
  const tokens = await issueSessionTokens(c, session)
  setCsrfCookie(c, tokens.csrf_token, session.expires_at)
  // The browser may have prefetched the next page before the login (kernel/speculation-rules.ts).
  c.header('Clear-Site-Data', '"prefetchCache"')
  return tokens
}

export async function respondWithSession(
  c: Context<AppEnv>,
  session: SignedIn,
  status: 200 | 201,
): Promise<Response> {
  const tokens = await setSessionCookies(c, session)
  const user = asMe(session.viewer, c.var.language)
  return c.json({ user, ...tokens, expires_in: ACCESS_LIFETIME / SECOND }, status)
}

export async function signInOrigin(c: Context<AppEnv>): Promise<SignInOrigin> {
  const limits = { ofAddress: addressLimits(c), ofUser: (uid: number) => userLimits(c, uid) }
  return { ...changeOrigin(c), deviceHash: await deviceHashOf(c), limits }
}

/** The hash of the device id. It identifies the browser in passkey challenges and sign-ins. */
export async function deviceHashOf(c: Context): Promise<string> {
  return hashOf(await rememberDevice(c))
}

/** The device and the network of a request that signs in or changes a login method. */
export function changeOrigin(c: {
  env: Bindings
  req: HonoRequest
  var: { ip: string; language: Language }
}): ChangeOrigin {
  const country = c.req.raw.cf?.country
  return {
    ...mailOrigin(c),
    ip: c.var.ip,
    userAgent: (c.req.header('user-agent') ?? '').slice(0, USER_AGENT_MAX),
    country: typeof country === 'string' ? country : null,
  }
}

/** The relying party of WebAuthn: the host and the origin of the site. */
export function relyingParty(c: OriginContext): RelyingParty {
  const origin = siteOrigin(c)
  return { id: new URL(origin).hostname, origin }
}
