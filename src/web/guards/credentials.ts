import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'

export const ACCESS_COOKIE = 'joule_at'
export const REFRESH_COOKIE = 'joule_rt'
export const CSRF_COOKIE = 'joule_csrf'

/**
 * An `Authorization` header hides cookies. Only cookies are sent automatically, so only they allow
 * CSRF: `isBearer` is false.
 */
export function credentialsOf(c: Context) {
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

/** A request with credentials, valid or not, never uses a shared cache. */
export function bringsCredentials(c: Context): boolean {
  return credentialsIn(c.req.header('cookie') ?? null, c.req.header('authorization') ?? null)
}

/** Checks the raw header, because a cookie with an unreadable value also counts. */
export function credentialsIn(cookies: string | null, authorization: string | null): boolean {
  return authorization !== null || (cookies !== null && /(?:^|;)\s*joule_[ar]t\s*=/.test(cookies))
}
