import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { AppEnv, MemberEnv } from '#env'
import { AppError, type ErrorCode } from '#kernel/errors.ts'
import { confirmPath, loginPath } from '#kernel/next-path.ts'
import { isAdmin, isOwner } from '#kernel/roles.ts'
import { credentialsOf } from '#web/guards/credentials.ts'
import { requireSessionCsrf } from '#web/guards/csrf.ts'
import { needsFreshSession } from '#web/guards/viewer-facts.ts'
import { countWrite } from '#web/limits/limits.ts'
import { type Access, noted } from '#web/openapi/route-facts.ts'

type Viewer = MemberEnv['Variables']['viewer']

const NOT_SIGNED_IN = ['unauthenticated', 'session_expired'] as const

/** For reads of the viewer's own data: requires a login. */
export const signedIn = guard('signedIn', () => true)
/** For writes of the viewer: requires a login, a CSRF token and an active (not banned) account. */
export const member = guard('member', () => true)
/** For the manual check-in: the automatic check-in would make it fail. */
export const memberWithoutCheckIn = guard('member', () => true, { checksIn: false })
export const admin = guard('admin', isAdmin)
export const owner = guard('owner', isOwner)

/**
 * For a public read that depends on the viewer. An expired token is refused: its sender expects to
 * be signed in.
 */
export const optionalViewer = noted(
  createMiddleware<AppEnv>(async (c, next) => {
    const { access } = credentialsOf(c)
    if (c.var.viewer === null && access !== null) throw await notSignedIn(c, access)
    await next()
  }),
  { dependsOnCaller: true, refuses: NOT_SIGNED_IN },
)

/** For a page that requires a login: redirects anonymous visitors to the login page and back. */
export const signedInPage = pageGuard('signedIn', () => true)
/** For an admin page: `not_found` for everyone else. */
export const adminPage = pageGuard('admin', isAdmin)
export const ownerPage = pageGuard('owner', isOwner)

/**
 * For a plain form of the viewer, after `fromThisSite`: redirects anonymous visitors to the login
 * page.
 */
export const memberForm = formGuard('member', () => true)
export const adminForm = formGuard('admin', isAdmin)
export const ownerForm = formGuard('owner', isOwner)

function formGuard(access: Access, hasRole: (viewer: Viewer) => boolean) {
  return noted(
    createMiddleware<MemberEnv>(async (c, next) => {
      if (!c.var.viewer) return c.redirect(loginPath(c.req.path))
      if (c.var.viewer.status === 'banned') throw new AppError('banned')
      if (!hasRole(c.var.viewer)) throw new AppError('not_found')
      await countWrite(c, 'write')
      if (isStale(c)) return c.redirect(confirmPath(c.req.path), 303)
      c.set('viewer', await c.var.authentication.checkIn(c.var.viewer))
      return next()
    }),
    { access },
  )
}

function pageGuard(access: Access, hasRole: (viewer: Viewer) => boolean) {
  return noted(
    createMiddleware<MemberEnv>(async (c, next) => {
      const { pathname, search } = new URL(c.req.url)
      if (!c.var.viewer) return c.redirect(loginPath(pathname + search))
      const isPowerless = isPower(access) && c.var.viewer.status === 'banned'
      if (isPowerless || !hasRole(c.var.viewer)) throw new AppError('not_found')
      if (isStale(c)) return c.redirect(confirmPath(pathname + search))
      c.set('viewer', await c.var.authentication.checkIn(c.var.viewer))
      return next()
    }),
    { access },
  )
}

function guard(access: Access, hasRole: (viewer: Viewer) => boolean, { checksIn = true } = {}) {
  return noted(
    createMiddleware<MemberEnv>(async (c, next) => {
      const viewer = await admit(c, access, hasRole)
      if (checksIn) c.set('viewer', await c.var.authentication.checkIn(viewer))
      await next()
    }),
    { access, refuses: refusalsOf(access) },
  )
}

/**
 * The order of checks is part of the API contract: 401, CSRF, banned, role, rate limit, fresh
 * session.
 */
export async function admit(
  c: Context<MemberEnv>,
  access: Access,
  hasRole = (_: Viewer) => true,
): Promise<Viewer> {
  const isWrite = c.req.method !== 'GET' && c.req.method !== 'HEAD'
  const { viewer, sid } = await requireViewer(c as Context<AppEnv>)
  if (isWrite) await requireSessionCsrf(c as Context<AppEnv>, sid)
  if (viewer.status === 'banned' && (isWrite || isPower(access))) throw new AppError('banned')
  if (!hasRole(viewer)) throw new AppError('forbidden')
  if (isWrite) await countWrite(c, 'write')
  if (isStale(c)) throw await c.var.authentication.confirmationRequired()
  return viewer
}

/** Whether the route needs a fresh session and the viewer has none. */
function isStale(c: Context<MemberEnv>): boolean {
  return needsFreshSession(c as unknown as Context<AppEnv>) && !c.var.authentication.isFresh()
}

/** Whether the guard grants admin powers. A banned admin can read, but has no admin powers. */
function isPower(access: Access): boolean {
  return access === 'admin' || access === 'owner'
}

/**
 * `forbidden` is also possible without a role check: a personal access token has fewer rights than
 * its user.
 */
export function refusalsOf(access: Access): ErrorCode[] {
  const reading: ErrorCode[] = [...NOT_SIGNED_IN, 'forbidden']
  return access === 'signedIn' ? reading : [...reading, 'csrf_failed', 'banned', 'rate_limited']
}

/** A request with a personal access token has no session. */
async function requireViewer(c: Context<AppEnv>): Promise<{ viewer: Viewer; sid: string | null }> {
  const { viewer, sid } = c.var
  if (viewer) return { viewer, sid }
  throw await notSignedIn(c, credentialsOf(c).access)
}

/**
 * A token of ours that is no longer valid gives `session_expired`; anything else gives
 * `unauthenticated`.
 */
async function notSignedIn(c: Context<AppEnv>, access: string | null): Promise<AppError> {
  const isIssued = access !== null && (await c.var.authentication.isIssued(access))
  return new AppError(isIssued ? 'session_expired' : 'unauthenticated')
}
