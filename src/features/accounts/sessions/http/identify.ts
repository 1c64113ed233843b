import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { one } from '#db/client.ts'
import type { AppEnv, Bindings } from '#env'
import { holderOf, isAccessToken } from '#features/accounts/access-tokens/holder.ts'
import { clearSessionCookies, handOutTokens } from '#features/accounts/sessions/http/cookies.ts'
import {
  forget,
  noteSession,
  presume,
  presumedViewer,
  remember,
} from '#features/accounts/sessions/http/presumed-viewer.ts'
import { liveSession, userOfSession, viewerOf } from '#features/accounts/sessions/open.ts'
import { refreshSession } from '#features/accounts/sessions/refresh.ts'
import { readAccessToken } from '#features/accounts/sessions/tokens.ts'
import { unread, unreadByKind, unreadOf } from '#features/core/notifications/unread.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { autoCheckIn } from '#features/economy/levels/check-in.ts'
import { AppError } from '#kernel/errors.ts'
import { credentialsOf } from '#web/guards/credentials.ts'
import type { Authentication } from '#web/guards/guards.ts'
import { isGuarded, mayCall } from '#web/guards/token-reach.ts'
import { inBackground } from '#web/in-background.ts'
import { isPagePath, isUnderApi } from '#web/paths.ts'
import { secretsOf } from '#web/secrets.ts'

/** Finds out who is asking. Loads the session whenever a request brings one, so ending a session ends it at once. */
export function identify(answerAnew: AnswerAnew) {
  return createMiddleware<AppEnv>(async (c, next) => {
    c.set('authentication', authenticationOf(c))
    c.set('viewer', null)
    c.set('sid', null)
    c.set('unread', null)
    const token = accessTokenOf(c)
    if (token !== null) await loadHolder(c, token)
    const holds = token !== null || isAboutNobody(c.req.path) ? null : await loadViewer(c)
    await next()
    if (readsFirst(c)) rememberAfter(c)
    // Where the database failed, it is not asked for all of it once more.
    if (holds === null || holds() || c.res.status >= 500) return
    const request = await asItCame(c)
    madeAnew.add(request)
    const answer = await answerAnew(request, c.env, c.executionCtx)
    // Hono would mix the headers of the old answer into the new one.
    c.res = undefined
    c.res = answer
  })
}

function authenticationOf(c: Context<AppEnv>): Authentication {
  return {
    isIssued: async (token) => (await readAccessToken(secretsOf(c.env), token, c.var.now)) !== null,
    checkIn: (viewer) => autoCheckIn(c.var.db, viewer, c.var.now),
  }
}

/** For an answer that must be given even where nobody can be known: only then, and only here, the session is looked up. */
export async function whoAsks(c: Context<AppEnv>): Promise<Viewer | null> {
  const { access } = credentialsOf(c)
  const claim = access === null ? null : await readAccessToken(secretsOf(c.env), access, c.var.now)
  if (!claim || claim.expired) return null
  const session = await c.var.db.read(one(liveSession(claim.sid, c.var.now)))
  return session && viewerOf(session)
}

type AnswerAnew = (request: Request, env: Bindings, context: Context['executionCtx']) => Response | Promise<Response>

/** Requests whose answer was made for a viewer who is no longer the same. */
const madeAnew = new WeakSet<Request>()

/** `/api/auth` reads credentials itself; the other paths here answer everybody the same. */
function isAboutNobody(path: string): boolean {
  return /^\/(api\/(auth\/|openapi\.json)|images\/|healthz|look\.css)/.test(path)
}

/** A personal access token is for the API: pages do not know it. */
function accessTokenOf(c: Context<AppEnv>): string | null {
  const { access, isBearer } = credentialsOf(c)
  return isBearer && access !== null && isAccessToken(access) && isUnderApi(c.req.path) ? access : null
}

/** There is no session: whatever asks for one is out of reach of tokens. */
async function loadHolder(c: Context<AppEnv>, token: string): Promise<void> {
  const { method, path } = c.req
  if (isAboutNobody(path)) {
    if (isGuarded(path)) throw new AppError('forbidden')
    return
  }
  const holder = await holderOf(c.var.db, token, c.var.now)
  if (holder === null) return
  if (!mayCall(holder, method, path)) throw new AppError('forbidden')
  c.set('viewer', holder.viewer)
  if (holder.use) inBackground(c, 'note the use of a token', c.var.db.batch([holder.use]))
}

/** Hono keeps the text of a body that was read. */
async function asItCame({ req }: Context<AppEnv>): Promise<Request> {
  if (!req.raw.bodyUsed) return req.raw
  return new Request(req.url, { method: req.method, headers: req.raw.headers, body: await req.text() })
}

/** Where the viewer was only presumed: a function that tells, once the answer is made, whether that was right. */
async function loadViewer(c: Context<AppEnv>): Promise<(() => boolean) | null> {
  const { access, refresh } = credentialsOf(c)
  const claim = access === null ? null : await readAccessToken(secretsOf(c.env), access, c.var.now)
  if (claim && !claim.expired) {
    const mayPresume = (isPage(c) || readsFirst(c)) && !madeAnew.has(c.req.raw)
    const presumed = mayPresume ? presumedViewer(claim.sid) : null
    if (presumed) return presume(c, claim.sid, presumed, { withUnread: isPage(c) })
    const { session, counts } = await c.var.db.read({
      session: one(liveSession(claim.sid, c.var.now)),
      // Every page has a bell: its number comes along in the same round trip.
      counts: isPage(c) ? unreadByKind(userOfSession(claim.sid)) : null,
    })
    if (session) {
      const viewer = viewerOf(session)
      c.set('viewer', viewer)
      c.set('sid', session.sid)
      c.set('unread', counts && unreadOf(counts, session))
      noteSession(c, session)
      // A write is likely to change its user: the next page would be made twice.
      if (isReading(c)) remember(session.sid, viewer)
      else forget(session.sid)
      return null
    }
  }
  if (refresh !== null && isPage(c)) await renewForPage(c, refresh)
  return null
}

/** A page load whose access token has expired renews the session here, so that this very answer is signed in. */
async function renewForPage(c: Context<AppEnv>, refresh: string): Promise<void> {
  try {
    const session = await refreshSession(c.var.db, secretsOf(c.env), refresh, c.var.now)
    await handOutTokens(c, session)
    c.set('viewer', session.viewer)
    c.set('sid', session.sid)
    c.set('unread', await unread(c.var.db, session.viewer))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    clearSessionCookies(c)
  }
}

/** A command that changes nothing before it has read something: the session comes along with that, and is known in time. */
const READING_FIRST = /^\/api\/(posts\/\d+\/comments|comments\/\d+\/reply|(energy\/)?energize)$/

function readsFirst({ req }: Context): boolean {
  return req.method === 'POST' && READING_FIRST.test(req.path)
}

/** Such a command leaves in the context what it made of its viewer. */
function rememberAfter(c: Context<AppEnv>): void {
  const { sid, viewer } = c.var
  if (sid !== null && viewer !== null && c.res.ok) remember(sid, viewer)
}

function isPage(c: Context): boolean {
  return isReading(c) && isPagePath(c.req.path)
}

function isReading({ req: { method } }: Context): boolean {
  return method === 'GET' || method === 'HEAD'
}
