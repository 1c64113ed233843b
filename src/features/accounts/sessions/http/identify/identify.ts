import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { one } from '#db/client.ts'
import type { AppEnv } from '#env'
import { holderOf, isAccessToken } from '#features/accounts/access-tokens/holder.ts'
import { clearSessionCookies, issueSessionTokens } from '#features/accounts/sessions/http/cookies.ts'
import {
  forget,
  presume,
  presumedViewer,
  type Replay,
  recordSession,
  remember,
  replayRequest,
} from '#features/accounts/sessions/http/identify/presumed-viewer.ts'
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
import { hasFact } from '#web/guards/viewer-facts.ts'
import { inBackground } from '#web/in-background.ts'
import { isPagePath, isUnderApi } from '#web/paths.ts'
import { secretsOf } from '#web/secrets.ts'

/**
 * Identifies the viewer. Every request loads its session or access token, so a revoked one stops working immediately.
 * To save a round trip, a page (and a command with `readsFirst` on its route line) is answered optimistically:
 * 1. The viewer is presumed to be the one that this isolate last loaded for the session (presumed-viewer.ts).
 * 2. The session is loaded in the same batch as the first read of the handler (db/piggyback.ts).
 * 3. If the session has ended or anything about its user has changed, that read throws and the answer is discarded.
 * 4. Then the request goes through `app.fetch` once more, and its session is loaded first.
 */
export function identify(replay: Replay) {
  return createMiddleware<AppEnv>(async (c, next) => {
    c.set('authentication', authenticationOf(c))
    c.set('viewer', null)
    c.set('sid', null)
    c.set('unread', null)
    const token = accessTokenOf(c)
    if (token !== null) await loadHolder(c, token)
    const isRight = token === null && !hasFact(c, 'withoutViewer') ? await loadViewer(c) : null
    await next()
    if (hasFact(c, 'readsFirst')) rememberAfter(c)
    // Do not repeat the request if the database has failed.
    if (isRight !== null && !isRight() && c.res.status < 500) await replayRequest(c, replay)
  })
}

function authenticationOf(c: Context<AppEnv>): Authentication {
  return {
    isIssued: async (token) => (await readAccessToken(secretsOf(c.env), token, c.var.now)) !== null,
    checkIn: (viewer) => autoCheckIn(c.var.db, viewer, c.var.now),
  }
}

/** For the health check: a route `withoutViewer` that shows more to owners. */
export async function loadSessionViewer(c: Context<AppEnv>): Promise<Viewer | null> {
  const { access } = credentialsOf(c)
  const claim = access === null ? null : await readAccessToken(secretsOf(c.env), access, c.var.now)
  if (!claim || claim.expired) return null
  const session = await c.var.db.read(one(liveSession(claim.sid, c.var.now)))
  return session && viewerOf(session)
}

/** Personal access tokens work only under `/api`. */
function accessTokenOf(c: Context<AppEnv>): string | null {
  const { access, isBearer } = credentialsOf(c)
  return isBearer && access !== null && isAccessToken(access) && isUnderApi(c.req.path) ? access : null
}

async function loadHolder(c: Context<AppEnv>, token: string): Promise<void> {
  const { method, path } = c.req
  if (hasFact(c, 'withoutViewer')) {
    if (isGuarded(path)) throw new AppError('forbidden')
    return
  }
  const holder = await holderOf(c.var.db, token, c.var.now)
  if (holder === null) return
  if (!mayCall(holder, method, path)) throw new AppError('forbidden')
  c.set('viewer', holder.viewer)
  if (holder.use) inBackground(c, 'record the use of a token', c.var.db.batch([holder.use]))
}

/** Returns a function if the viewer is only presumed: after the answer, it says whether the presumption was right. */
async function loadViewer(c: Context<AppEnv>): Promise<(() => boolean) | null> {
  const { access, refresh } = credentialsOf(c)
  const claim = access === null ? null : await readAccessToken(secretsOf(c.env), access, c.var.now)
  if (claim && !claim.expired) {
    const presumed = isPage(c) || hasFact(c, 'readsFirst') ? presumedViewer(c, claim.sid) : null
    if (presumed) return presume(c, claim.sid, presumed, { withUnread: isPage(c) })
    const { session, counts } = await c.var.db.read({
      session: one(liveSession(claim.sid, c.var.now)),
      // Every page shows the unread count, so read it in the same round trip.
      counts: isPage(c) ? unreadByKind(userOfSession(claim.sid)) : null,
    })
    if (session) {
      const viewer = viewerOf(session)
      c.set('viewer', viewer)
      c.set('sid', session.sid)
      c.set('unread', counts && unreadOf(counts, session))
      recordSession(c, session)
      // A write usually changes the viewer, so the next page would have to be answered twice.
      if (isReading(c)) remember(session.sid, viewer)
      else forget(session.sid)
      return null
    }
  }
  if (refresh !== null && isPage(c)) await renewForPage(c, refresh)
  return null
}

/** Refreshes a session whose access token has expired, so that the page is already signed in. */
async function renewForPage(c: Context<AppEnv>, refresh: string): Promise<void> {
  try {
    const session = await refreshSession(c.var.db, secretsOf(c.env), refresh, c.var.now)
    await issueSessionTokens(c, session)
    c.set('viewer', session.viewer)
    c.set('sid', session.sid)
    c.set('unread', await unread(c.var.db, session.viewer))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    clearSessionCookies(c)
  }
}

/** A command with `readsFirst` puts the changed viewer into the context. */
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
