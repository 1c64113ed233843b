import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { AppEnv } from '#env'
import type { SignedIn } from '#features/accounts/sessions/open.ts'
import { accessToken, refreshToken } from '#features/accounts/sessions/tokens.ts'
import { DAY, SECOND } from '#kernel/clock.ts'
import { seal, unseal } from '#kernel/crypto/signatures.ts'
import { randomId } from '#kernel/ids.ts'
import { ACCESS_COOKIE, CSRF_COOKIE, REFRESH_COOKIE } from '#web/guards/credentials.ts'
import { sessionCsrfToken } from '#web/guards/csrf-token.ts'
import { secretsOf } from '#web/secrets.ts'
import { isHttps } from '#web/site-origin.ts'

const DEVICE_COOKIE = 'joule_device'
/** 400 days is the maximum that browsers allow. */
const DEVICE_COOKIE_SECONDS = (400 * DAY) / SECOND

export interface SessionTokens {
  access_token: string
  refresh_token: string
  csrf_token: string
}

/** Creates the tokens of a session and sets their cookies, which expire with the session. */
export async function issueSessionTokens(
  c: Context<AppEnv>,
  session: SignedIn,
): Promise<SessionTokens> {
  const secrets = secretsOf(c.env)
  const [access_token, refresh_token, csrf_token] = await Promise.all([
    accessToken(secrets, session.sid, session.viewer.uid, c.var.now),
    refreshToken(secrets, session.sid, session.generation),
    sessionCsrfToken(secrets, session.sid),
  ])
  const expires = new Date(session.expires_at)
  setCookie(c, ACCESS_COOKIE, access_token, { ...cookieOptions(c), httpOnly: true, expires })
  setCookie(c, REFRESH_COOKIE, refresh_token, { ...cookieOptions(c), httpOnly: true, expires })
  return { access_token, refresh_token, csrf_token }
}

export function setCsrfCookie(c: Context, token: string, expires?: string): void {
  setCookie(c, CSRF_COOKIE, token, {
    ...cookieOptions(c),
    ...(expires && { expires: new Date(expires) }),
  })
}

/**
 * Returns the device id of the browser and renews its signed cookie. If there is no valid cookie,
 * it creates an id. The cookie stays after a logout.
 */
export async function rememberDevice(c: Context): Promise<string> {
  const secrets = secretsOf(c.env)
  const device = (await unseal(secrets, 'device', getCookie(c, DEVICE_COOKIE) ?? '')) ?? randomId()
  setCookie(c, DEVICE_COOKIE, await seal(secrets, 'device', device), {
    ...cookieOptions(c),
    httpOnly: true,
    maxAge: DEVICE_COOKIE_SECONDS,
  })
  return device
}

export function clearSessionCookies(c: Context): void {
  deleteCookie(c, ACCESS_COOKIE, cookieOptions(c))
  deleteCookie(c, REFRESH_COOKIE, cookieOptions(c))
}

function cookieOptions(c: Context) {
  return { path: '/', sameSite: 'Lax', secure: isHttps(c) } as const
}
