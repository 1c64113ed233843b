import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'

export const ACCESS_COOKIE = 'joule_at'
export const REFRESH_COOKIE = 'joule_rt'
export const CSRF_COOKIE = 'joule_csrf'

/** The tokens that a request brings to say who sent it. */
interface Credentials {
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
