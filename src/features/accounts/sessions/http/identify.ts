import { sql } from 'drizzle-orm'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { command, type Database, type Group, one, type Statement } from '#db/client.ts'
import type { AppEnv, Authentication } from '#env'
import {
  confirmationMethods,
  confirmationRequired,
} from '#features/accounts/confirmation/require-confirmed.ts'
import { type IsPublic, readNearby } from '#features/accounts/sessions/http/nearby-session.ts'
import {
  claimOf,
  enter,
  renewForPage,
  sessionRead,
} from '#features/accounts/sessions/http/request-session.ts'
import { findHolderOf, loadHolder } from '#features/accounts/sessions/http/token-holder.ts'
import { isLive, liveSession, liveUserOf, viewerOf } from '#features/accounts/sessions/open.ts'
import { sessionGuard } from '#features/accounts/sessions/session-guard.ts'
import { claimedSids, readAccessToken } from '#features/accounts/sessions/tokens.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { autoCheckIn } from '#features/economy/levels/check-in.ts'
import { AppError } from '#kernel/errors.ts'
import { credentialsOf } from '#web/guards/credentials.ts'
import { factsOfRoute, guardIn } from '#web/guards/facts-of-route.ts'
import { GUARDS } from '#web/guards/table.ts'
import { addToFirstWrite } from '#web/request-context.ts'
import { secretsOf } from '#web/secrets.ts'

/**
 * Identifies the viewer, as the guard of the route needs it (web/guards/table.ts). Every request
 * checks its session or access token, so a revoked one stops working immediately.
 */
export const identify = createMiddleware<AppEnv>(async (c, next) => {
  c.set('authentication', authenticationOf(c))
  c.set('session', undefined)
  c.set('viewer', null)
  c.set('viewerId', null)
  c.set('sid', null)
  const facts = factsOfRoute(c)
  if (facts === null) {
    await loadUnlessHolder(c)
    return next()
  }
  const guard = guardIn(facts)
  if (guard === null) throw new AppError('not_found')
  const mode = GUARDS[guard].viewer
  if (mode === 'none') return next()
  const findHolder = findHolderOf(c)
  if (findHolder) await loadHolder(c, facts, mode === 'lazy' ? null : findHolder)
  else if (mode === 'uid') await claimViewer(c)
  else if (mode === 'loaded') await loadViewer(c)
  return next()
})

/**
 * For handlers with `lazyViewer` on their route line: loads the viewer and reads their own data in
 * one round trip. `own` receives an SQL expression for the uid of the access token. The session may
 * have ended; then the result is dropped. A statement that writes must use `live`, which is NULL
 * for an ended session. Null for anonymous readers.
 *
 * `isPublic` is for public pages, which try the nearest replica first. There the session may have
 * ended some seconds ago, so the result counts only if it contains nothing private of the viewer.
 */
export async function readAsViewer<Result>(
  c: Context<AppEnv>,
  own: (uid: Statement, live: Statement) => Group<Result>,
  isPublic?: IsPublic<Result>,
): Promise<Result | null> {
  const { db, now, session } = c.var
  if (session === undefined) {
    c.set('session', null)
    const claim = await claimOf(c)
    if (claim !== null) {
      const { sid, uid } = claim
      const asked = sessionRead(c, claim)
      const uidOf = sql`${uid}`
      if (isPublic) {
        const both = { session: asked, result: own(uidOf, uidOf) }
        const near = await readNearby(c, (nearby) => nearby.read(both), isPublic)
        if (near) return near.result
      }
      const live = liveUserOf(sid, uid, now)
      const read = await db.read({ session: asked, result: own(uidOf, live) })
      if (read.session) {
        enter(c, read.session)
        return read.result
      }
      c.set('viewerId', null)
    }
    await renewForPage(c)
  }
  const { viewer } = c.var
  return viewer && db.read(own(sql`${viewer.uid}`, sql`${viewer.uid}`))
}

/**
 * For a public page with the viewer in its statements: reads the session and the page from the
 * nearest replica, else from the primary.
 */
export async function readPublicPage<Result>(
  c: Context<AppEnv>,
  read: (db: Database, viewer: Viewer | null) => Promise<Result>,
  isPublic: (result: Result) => boolean,
): Promise<Result> {
  const claim = await claimOf(c)
  if (claim !== null) {
    const readBoth = async (nearby: Database) => {
      const session = await nearby.read(sessionRead(c, claim))
      return { session, result: session && (await read(nearby, session.viewer)) }
    }
    const near = await readNearby(c, readBoth, (result) => result !== null && isPublic(result))
    if (near?.result) return near.result
  }
  await loadViewer(c)
  return read(c.var.db, c.var.viewer)
}

/** For the health check, which shows more to owners. Null for an anonymous request. */
export async function loadSessionViewer(c: Context<AppEnv>): Promise<Viewer | null> {
  const claim = await claimOf(c)
  const session = claim && (await c.var.db.read(one(liveSession(claim.sid, c.var.now))))
  return session && viewerOf(session)
}

function authenticationOf(c: Context<AppEnv>): Authentication {
  return {
    isIssued: async (token) => (await readAccessToken(secretsOf(c.env), token, c.var.now)) !== null,
    checkIn: (viewer) => autoCheckIn(c.var.db, viewer, c.var.now),
    claimed: async () => {
      const { viewer, session } = c.var
      if (viewer !== null) return { uid: viewer.uid, sid: null }
      return session === undefined ? claimOf(c) : null
    },
    load: () => loadViewer(c),
    readOwn: (own) => readAsViewer(c, own),
    isOfOtherSession: async (sid) => {
      const { db, now } = c.var
      const own = await claimedSids(secretsOf(c.env), credentialsOf(c), now)
      return !own.includes(sid) && isLive(db, sid, now)
    },
    checkInFirstWrite: (sid, { uid }) => {
      const check = { statements: sessionGuard(sid, uid, c.var.now), hasCommitted: false }
      addToFirstWrite(c, check)
      return check
    },
    confirmationRequired: async () => {
      const { db, viewer } = c.var
      return viewer
        ? confirmationRequired(await db.read(confirmationMethods(viewer)))
        : new AppError('unauthenticated')
    },
  }
}

/**
 * An unknown path has no facts. Its error page shows the viewer, but not that of an access token.
 */
async function loadUnlessHolder(c: Context<AppEnv>): Promise<void> {
  if (findHolderOf(c) === null) await loadViewer(c)
}

async function loadViewer(c: Context<AppEnv>): Promise<void> {
  await readAsViewer(c, () => command([]))
}

/** For a route with `byUid`: takes sid and uid from the access token. */
async function claimViewer(c: Context<AppEnv>): Promise<void> {
  const claim = await claimOf(c)
  if (claim === null) return loadViewer(c)
  c.set('sid', claim.sid)
  c.set('viewerId', { uid: claim.uid })
}
