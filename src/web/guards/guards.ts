import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { AppEnv, MemberEnv } from '#env'
import { AppError, type ErrorCode } from '#kernel/errors.ts'
import { loginPath } from '#kernel/next-path.ts'
import { isAdmin, isOwner } from '#kernel/roles.ts'
import { credentialsOf } from '#web/guards/credentials.ts'
import { requireSessionCsrf } from '#web/guards/csrf.ts'
import { countWrite } from '#web/limits/limits.ts'
import { type Access, noted } from '#web/openapi/route-facts.ts'

type Viewer = MemberEnv['Variables']['viewer']

/** What the guards ask about accounts. `identify` of features/accounts/sessions sets it: `web` does not import features. */
export interface Authentication {
  /** Whether this site made the access token. Its session may have ended. */
  isIssued(accessToken: string): Promise<boolean>
  /** Checks the viewer in on the first request of the day. */
  checkIn(viewer: Viewer): Promise<Viewer>
}

const NOT_SIGNED_IN = ['unauthenticated', 'session_expired'] as const

/** For a read of the viewer's own things: a login, no more. */
export const signedIn = guard('signedIn', () => true)
/** For a write of the viewer: login, CSRF token, not banned. */
export const member = guard('member', () => true)
/** For the manual check-in: an automatic check-in right before it would make it refuse. */
export const memberWithoutCheckIn = guard('member', () => true, { checksIn: false })
export const admin = guard('admin', isAdmin)
export const owner = guard('owner', isOwner)

/**
 * For a public read whose answer depends on who asks. A request with a token that no longer counts is refused, not answered as
 * anonymous: its sender believes that they are signed in. A request without a token is anonymous.
 */
export const optionalViewer = noted(
  createMiddleware<AppEnv>(async (c, next) => {
    const { access } = credentialsOf(c)
    if (c.var.viewer === null && access !== null) throw await notSignedIn(c, access)
    await next()
  }),
  { dependsOnCaller: true, refuses: NOT_SIGNED_IN },
)

/** For a page that needs a login: anybody else is sent to the login page, and back afterwards. */
export const signedInPage = pageGuard('signedIn', () => true)
/** For a page of the admins: `not_found` for anybody else. */
export const adminPage = pageGuard('admin', isAdmin)
export const ownerPage = pageGuard('owner', isOwner)

/** For a plain form of the viewer, behind `fromThisSite`: anybody else is sent to the login page. */
export const memberForm = formGuard('member', () => true)
export const adminForm = formGuard('admin', isAdmin)

function formGuard(access: Access, hasRole: (viewer: Viewer) => boolean) {
  return noted(
    createMiddleware<MemberEnv>(async (c, next) => {
      if (!c.var.viewer) return c.redirect(loginPath(c.req.path))
      if (c.var.viewer.status === 'banned') throw new AppError('banned')
      if (!hasRole(c.var.viewer)) throw new AppError('not_found')
      await countWrite(c, 'write')
      c.set('viewer', await c.var.authentication.checkIn(c.var.viewer))
      return next()
    }),
    { access },
  )
}

function pageGuard(access: Access, hasRole: (viewer: Viewer) => boolean) {
  return noted(
    createMiddleware<MemberEnv>(async (c, next) => {
      if (!c.var.viewer) {
        const { pathname, search } = new URL(c.req.url)
        return c.redirect(loginPath(pathname + search))
      }
      const isPowerless = isPower(access) && c.var.viewer.status === 'banned'
      if (isPowerless || !hasRole(c.var.viewer)) throw new AppError('not_found')
      c.set('viewer', await c.var.authentication.checkIn(c.var.viewer))
      return next()
    }),
    { access },
  )
}

/** The order of refusal is part of the contract: 401, CSRF, banned, role, rate limit. */
function guard(access: Access, hasRole: (viewer: Viewer) => boolean, { checksIn = true } = {}) {
  return noted(
    createMiddleware<MemberEnv>(async (c, next) => {
      const isWrite = c.req.method !== 'GET' && c.req.method !== 'HEAD'
      const { viewer, sid } = await requireViewer(c as Context<AppEnv>)
      if (isWrite) await requireSessionCsrf(c as Context<AppEnv>, sid)
      if (viewer.status === 'banned' && (isWrite || isPower(access))) throw new AppError('banned')
      if (!hasRole(viewer)) throw new AppError('forbidden')
      if (isWrite) await countWrite(c, 'write')
      if (checksIn) c.set('viewer', await c.var.authentication.checkIn(viewer))
      await next()
    }),
    { access, refuses: refusalsOf(access) },
  )
}

/** Whether the guard gives an admin's powers. A banned admin keeps the right to read, and loses these. */
function isPower(access: Access): boolean {
  return access === 'admin' || access === 'owner'
}

/** `forbidden` also where everybody may: a personal access token may not do all that its holder may. */
function refusalsOf(access: Access): ErrorCode[] {
  const reading: ErrorCode[] = [...NOT_SIGNED_IN, 'forbidden']
  return access === 'signedIn' ? reading : [...reading, 'csrf_failed', 'banned', 'rate_limited']
}

/** Whoever comes with a personal access token has no session. */
async function requireViewer(c: Context<AppEnv>): Promise<{ viewer: Viewer; sid: string | null }> {
  const { viewer, sid } = c.var
  if (viewer) return { viewer, sid }
  throw await notSignedIn(c, credentialsOf(c).access)
}

/** A token that we made and that no longer counts is `session_expired`; anything else is `unauthenticated`. */
async function notSignedIn(c: Context<AppEnv>, access: string | null): Promise<AppError> {
  const isIssued = access !== null && (await c.var.authentication.isIssued(access))
  return new AppError(isIssued ? 'session_expired' : 'unauthenticated')
}
