import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { AppEnv } from '#env'
import type { SignedIn } from '#features/accounts/sessions/signed-in.ts'
import { accessToken, refreshToken } from '#features/accounts/sessions/tokens.ts'
import { DAY, SECOND } from '#kernel/clock.ts'
import { RANDOM_ID, randomId } from '#kernel/ids.ts'
import { sessionCsrfToken } from '#web/guards/csrf-token.ts'
import { secretsOf } from '#web/secrets.ts'

export const ACCESS_COOKIE = 'joule_at'
export const REFRESH_COOKIE = 'joule_rt'
export const CSRF_COOKIE = 'joule_csrf'
const DEVICE_COOKIE = 'joule_device'
/** As long as browsers keep a cookie. */
const DEVICE_COOKIE_SECONDS = (400 * DAY) / SECOND

/** The tokens that a request brings to say who sent it. */
export interface Credentials {
  access: string | null
  refresh: string | null
  csrf: string | null
  /** Whether they came as cookies: only what a browser sends by itself can be abused by another site. */
  isBearer: boolean
}

/** A request with `Authorization` is judged by it alone: its cookies are ignored. */
export function credentialsOf(c: Context): Credentials {
  const authorization = c.req.header('authorization')
  if (authorization !== undefined) {
    const bearer = /^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? null
    return { access: bearer, refresh: null, csrf: null, isBearer: bearer !== null }
  }
  return {
    access: getCookie(c, ACCESS_COOKIE) ?? null,
    refresh: getCookie(c, REFRESH_COOKIE) ?? null,
    csrf: getCookie(c, CSRF_COOKIE) ?? null,
    isBearer: false,
  }
}

/** Valid or not, a request with any of these is never answered from nor stored in a shared cache. */
export function bringsCredentials(c: Context): boolean {
  return credentialsIn(c.req.header('cookie') ?? null, c.req.header('authorization') ?? null)
}

/** Looks at the header itself, since a cookie whose value cannot be read is a cookie too. */
export function credentialsIn(cookies: string | null, authorization: string | null): boolean {
  return authorization !== null || (cookies !== null && /(?:^|;)\s*joule_[ar]t\s*=/.test(cookies))
}

export interface SessionTokens {
  access_token: string
  refresh_token: string
  csrf_token: string
}

/** Makes the session's tokens and leaves them with the browser for as long as the session lives. */
export async function handOutTokens(c: Context<AppEnv>, session: SignedIn): Promise<SessionTokens> {
  const secrets = secretsOf(c.env)
  const [access_token, refresh_token, csrf_token] = await Promise.all([
    accessToken(secrets, session.sid, c.var.now),
    refreshToken(secrets, session.sid, session.generation),
    sessionCsrfToken(secrets, session.sid),
  ])
  const expires = new Date(session.expires_at)
  setCookie(c, ACCESS_COOKIE, access_token, { ...cookieOptions(c), httpOnly: true, expires })
  setCookie(c, REFRESH_COOKIE, refresh_token, { ...cookieOptions(c), httpOnly: true, expires })
  return { access_token, refresh_token, csrf_token }
}

export function setCsrfCookie(c: Context, token: string, expires?: string): void {
  setCookie(c, CSRF_COOKIE, token, { ...cookieOptions(c), ...(expires && { expires: new Date(expires) }) })
}

/** The name under which this browser is known to those who sign in with it; a new one where it has none. It outlives a logout. */
export function rememberDevice(c: Context): string {
  const known = getCookie(c, DEVICE_COOKIE)
  const device = known !== undefined && RANDOM_ID.test(known) ? known : randomId()
  setCookie(c, DEVICE_COOKIE, device, { ...cookieOptions(c), httpOnly: true, maxAge: DEVICE_COOKIE_SECONDS })
  return device
}

export function clearSessionCookies(c: Context): void {
  deleteCookie(c, ACCESS_COOKIE, cookieOptions(c))
  deleteCookie(c, REFRESH_COOKIE, cookieOptions(c))
}

function cookieOptions(c: Context) {
  return { path: '/', sameSite: 'Lax', secure: new URL(c.req.url).protocol === 'https:' } as const
}
