import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { PENDING_LIFETIME } from '#features/accounts/providers/pending.ts'
import { ProviderKeyPath } from '#features/accounts/providers/providers.ts'
import { SECOND } from '#kernel/clock.ts'
import { isHttps } from '#web/site-origin.ts'
import { pageParam, param } from '#web/validation/validate.ts'

export const keyParam = param(ProviderKeyPath)
export const keyPageParam = pageParam(ProviderKeyPath)

const PENDING_COOKIE = 'joule_auth'

/** `Lax`, because the provider sends the browser back from another site. */
const options = (c: Context) =>
  ({ path: '/auth', sameSite: 'Lax', httpOnly: true, secure: isHttps(c) }) as const

export function setPendingCookie(c: Context, sealed: string): void {
  setCookie(c, PENDING_COOKIE, sealed, { ...options(c), maxAge: PENDING_LIFETIME / SECOND })
}

export const pendingCookie = (c: Context) => getCookie(c, PENDING_COOKIE)

export function clearPendingCookie(c: Context): void {
  deleteCookie(c, PENDING_COOKIE, options(c))
}
