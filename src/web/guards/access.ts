import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Group, Statement } from '#db/client.ts'
import type { AppEnv, ByUidEnv, MemberEnv } from '#env'
import { AppError, type ErrorCode } from '#kernel/errors.ts'
import { confirmPath, loginPath } from '#kernel/next-path.ts'
import { isAdmin, isOwner } from '#kernel/roles.ts'
import { bringsCredentials, credentialsOf } from '#web/guards/credentials.ts'
import { refuseOtherSites, repeatedToken, requireSessionCsrf } from '#web/guards/csrf.ts'
import { factsOfRoute } from '#web/guards/facts-of-route.ts'
import { hasFreshSession, needsFreshSession } from '#web/guards/fresh-session.ts'
import { countWrite } from '#web/limits/limits.ts'
import { fact } from '#web/openapi/doc.ts'
import { type Access, noted } from '#web/openapi/route-facts.ts'
import { isPagePath } from '#web/paths.ts'

// All guards except byUid. table.ts says when to use which.

type Viewer = MemberEnv['Variables']['viewer']
type RoleCheck = (viewer: Viewer) => boolean

const NOT_SIGNED_IN = ['unauthenticated', 'session_expired'] as const

export const signedIn = guard('signedIn', () => true)
export const member = guard('member', () => true)
/** Everyone else gets `forbidden` from the API, and `not_found` from a page or a form. */
export const admin = guard('admin', isAdmin)
export const owner = guard('owner', isOwner)

/**
 * Puts the result of `own` into `c.var.own`. `uid` is an SQL expression for the uid of the access
 * token, whose session may have ended; the result is then dropped. A statement that writes must use
 * `live`, which is NULL for an ended session.
 */
export function signedInWith<Own>(
  own: (c: Context<AppEnv>, uid: Statement, live: Statement) => Group<Own>,
) {
  return noted(
    createMiddleware<MemberEnv<{ own: Own }>>(async (guarded, next) => {
      const c = unguarded(guarded)
      const { authentication } = c.var
      const readOwn = () => authentication.readOwn((uid, live) => own(c, uid, live))
      const read = await readOwn()
      const { viewer } = c.var
      if (viewer === null || read === null) return c.redirect(loginPath(addressOf(c)))
      const checkedIn = await authentication.checkIn(viewer)
      c.set('viewer', checkedIn)
      // The check-in may have changed the data, such as by a notice of a new level.
      guarded.set('own', checkedIn === viewer ? read : ((await readOwn()) ?? read))
      return next()
    }),
    { guard: 'signedInWith', access: 'signedIn' },
  )
}

/**
 * The API refuses an expired token, whose sender expects to be signed in. A page is shown as to an
 * anonymous reader. A form is not checked: links of mails and OAuth send it from other sites.
 */
export const optionalViewer = noted(
  createMiddleware<AppEnv>(async (c, next) => {
    const { access } = credentialsOf(c)
    if (c.var.viewer === null && access !== null && kindOf(c) === 'api')
      throw await notSignedIn(c, access)
    await next()
  }),
  { guard: 'optionalViewer', refuses: NOT_SIGNED_IN },
)

export const lazyViewer = fact({ guard: 'lazyViewer' })

/** The handler must read neither the viewer nor a credential: others get its response. */
export const sameForAll = fact({ guard: 'sameForAll' })

/** The CSRF token may be of no session, of the session of the request or of an ended session. */
export const anyone = noted(
  createMiddleware<AppEnv>(async (c, next) => {
    refuseOtherSites(c)
    if (!credentialsOf(c).isBearer) {
      const { sid } = await repeatedToken(c)
      if (sid !== null && (await c.var.authentication.isOfOtherSession(sid)))
        throw new AppError('csrf_failed')
    }
    await next()
  }),
  { guard: 'anyone', access: 'anyone', refuses: ['csrf_failed'] },
)

export const fromThisSite = noted(
  createMiddleware<AppEnv>(async (c, next) => {
    if (kindOf(c) === 'form') requireOwnForm(c)
    else refuseOtherSites(c)
    await next()
  }),
  { guard: 'fromThisSite', access: 'anyone', refuses: ['csrf_failed'] },
)

function guard(name: 'signedIn' | 'member' | 'admin' | 'owner', hasRole: RoleCheck) {
  return noted(
    createMiddleware<MemberEnv>(async (guarded, next) => {
      const c = unguarded(guarded)
      const viewer = await CHECKS[kindOf(c)](c, name, hasRole)
      if (viewer instanceof Response) return viewer
      const isCheckIn = factsOfRoute(c)?.some(({ operation }) => operation?.checksIn)
      if (!isCheckIn) c.set('viewer', await c.var.authentication.checkIn(viewer))
      return next()
    }),
    { guard: name, access: name, refuses: refusalsOf(name) },
  )
}

/** What a refusal looks like: an error code of the API, or a redirect or an error page. */
type RouteKind = 'api' | 'page' | 'form'

function kindOf(c: Context<AppEnv>): RouteKind {
  if (!isPagePath(c.req.path, c.req.method)) return 'api'
  return isWrite(c) ? 'form' : 'page'
}

/** The viewer, if they may call the route, or a response that redirects. Throws other refusals. */
type Check = (c: Context<AppEnv>, access: Access, hasRole: RoleCheck) => Promise<Viewer | Response>

const CHECKS: Readonly<Record<RouteKind, Check>> = {
  api: requireAccess,
  page: async (c, access, hasRole) => {
    const { viewer } = c.var
    if (viewer === null) return c.redirect(loginPath(addressOf(c)))
    const isPowerless = isPower(access) && viewer.status === 'banned'
    if (isPowerless || !hasRole(viewer)) throw new AppError('not_found')
    return isStale(c) ? c.redirect(confirmPath(addressOf(c))) : viewer
  },
  form: async (c, _, hasRole) => {
    requireOwnForm(c)
    const { viewer } = c.var
    if (viewer === null) return c.redirect(loginPath(c.req.path))
    if (viewer.status === 'banned') throw new AppError('banned')
    if (!hasRole(viewer)) throw new AppError('not_found')
    await countWriteOf(c, viewer)
    return isStale(c) ? c.redirect(confirmPath(c.req.path), 303) : viewer
  },
}

/**
 * The checks of the API. Their order is part of the contract: 401, CSRF, banned, role, rate limit,
 * fresh session.
 */
export async function requireAccess(
  c: Context<AppEnv>,
  access: Access,
  hasRole: RoleCheck = () => true,
): Promise<Viewer> {
  const { viewer, sid, authentication } = c.var
  if (viewer === null) throw await notSignedIn(c, credentialsOf(c).access)
  // A request with a personal access token has no session.
  if (isWrite(c)) await requireSessionCsrf(c, sid)
  if (viewer.status === 'banned' && (isWrite(c) || isPower(access))) throw new AppError('banned')
  if (!hasRole(viewer)) throw new AppError('forbidden')
  if (isWrite(c)) await countWriteOf(c, viewer)
  if (isStale(c)) throw await authentication.confirmationRequired()
  return viewer
}

/**
 * The context of a guard is typed for the handlers behind it. Before the checks, nothing of the
 * viewer is certain.
 */
export function unguarded<Env extends MemberEnv | ByUidEnv>(c: Context<Env>): Context<AppEnv> {
  return c as unknown as Context<AppEnv>
}

/**
 * A plain form has no CSRF token, so the browser headers must show that it comes from this site.
 * Only a request without a session may have no `Origin`, such as that of a program that opens the
 * link of a mail.
 */
function requireOwnForm(c: Context<AppEnv>): void {
  refuseOtherSites(c)
  if (c.req.header('origin') === undefined && bringsCredentials(c))
    throw new AppError('csrf_failed')
}

/** Whether the route needs a fresh session and the viewer has none. */
function isStale(c: Context<AppEnv>): boolean {
  return needsFreshSession(c) && !hasFreshSession(c)
}

function countWriteOf(c: Context<AppEnv>, viewer: Viewer): Promise<void> {
  return countWrite({ env: c.env, var: { viewerId: viewer, now: c.var.now } }, 'write')
}

/** Whether the guard grants admin powers. A banned admin can read, but has no admin powers. */
function isPower(access: Access): boolean {
  return access === 'admin' || access === 'owner'
}

function isWrite({ req: { method } }: Pick<Context, 'req'>): boolean {
  return method !== 'GET' && method !== 'HEAD'
}

function addressOf(c: Context<AppEnv>): string {
  const { pathname, search } = new URL(c.req.url)
  return pathname + search
}

/**
 * The error codes of a guard. `forbidden` is also possible without a role check: a personal access
 * token has fewer rights than its user.
 */
export function refusalsOf(access: Access): ErrorCode[] {
  const reading: ErrorCode[] = [...NOT_SIGNED_IN, 'forbidden']
  return access === 'signedIn' ? reading : [...reading, 'csrf_failed', 'banned', 'rate_limited']
}

/**
 * A token of ours that is no longer valid gives `session_expired`; anything else gives
 * `unauthenticated`.
 */
async function notSignedIn(c: Context<AppEnv>, access: string | null): Promise<AppError> {
  const isIssued = access !== null && (await c.var.authentication.isIssued(access))
  return new AppError(isIssued ? 'session_expired' : 'unauthenticated')
}
