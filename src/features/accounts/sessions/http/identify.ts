import { sql } from 'drizzle-orm'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { command, type Database, type Group, group, one, type Statement } from '#db/client.ts'
import type { AppEnv, Authentication } from '#env'
import { type Holder, holderOf, isAccessToken } from '#features/accounts/access-tokens/tokens.ts'
import {
  confirmationMethods,
  confirmationRequired,
  isFresh,
} from '#features/accounts/confirmation/require-confirmed.ts'
import {
  clearSessionCookies,
  issueSessionTokens,
} from '#features/accounts/sessions/http/cookies.ts'
import {
  type LiveSession,
  liveSession,
  liveUserOf,
  recordUse,
  viewerOf,
} from '#features/accounts/sessions/open.ts'
import { sessionGuard } from '#features/accounts/sessions/session-guard.ts'
import { readAccessToken, refreshSession } from '#features/accounts/sessions/tokens.ts'
import { seesAllPosts } from '#features/core/blocks/block.ts'
import { mailServiceOf } from '#features/core/mail/service.ts'
import { unread, unreadByKind, unreadOf } from '#features/core/notifications/inbox.ts'
import type { Unread } from '#features/core/notifications/kinds.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { autoCheckIn } from '#features/economy/levels/check-in.ts'
import { AppError } from '#kernel/errors.ts'
import { credentialsOf } from '#web/guards/credentials.ts'
import { factsOfRoute, hasFact } from '#web/guards/viewer-facts.ts'
import { inBackground } from '#web/in-background.ts'
import { isPagePath, isUnderApi } from '#web/paths.ts'
import { nearbyDatabase } from '#web/replicas.ts'
import { addToFirstWrite } from '#web/request-context.ts'
import { secretsOf } from '#web/secrets.ts'

/**
 * Identifies the viewer. Every request loads its session or access token, so a revoked one stops
 * working immediately.
 */
export const identify = createMiddleware<AppEnv>(async (c, next) => {
  c.set('authentication', authenticationOf(c))
  c.set('isIdentified', false)
  c.set('viewer', null)
  c.set('viewerId', null)
  c.set('sid', null)
  c.set('confirmedAt', null)
  c.set('unread', null)
  const token = accessTokenOf(c)
  const holder = holders.get(c.req.raw)
  if (holder) await loadHolder(c, async () => holder)
  else if (token !== null) await loadHolder(c, () => holderOf(c.var.db, token, c.var.now))
  else if (hasFact(c, 'byUid')) await claimViewer(c)
  else if (!hasFact(c, 'withoutViewer') && !hasFact(c, 'readsViewer')) await loadViewer(c)
  await next()
})

/**
 * Requests that the site sends to its own routes for the holder of a token. No client can send the
 * key.
 */
const holders = new WeakMap<Request, Pick<Holder, 'viewer' | 'scope'>>()

/**
 * The request gets the permissions that a personal access token of this user and scope has. The
 * caller has checked the token.
 */
export function actFor(request: Request, holder: Pick<Holder, 'viewer' | 'scope'>): void {
  holders.set(request, holder)
}

/**
 * For handlers with `readsViewer` on their route line: loads the viewer and reads their own data in
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
  const { db, now, isIdentified } = c.var
  if (!isIdentified) {
    c.set('isIdentified', true)
    const claim = await claimOf(c)
    if (claim !== null) {
      const { sid, uid } = claim
      if (isPublic) {
        const asked = { session: sessionRead(c, claim), result: own(sql`${uid}`, sql`${uid}`) }
        const near = await readNearby(c, (nearby) => nearby.read(asked), isPublic)
        if (near) return near.result
      }
      const live = liveUserOf(sid, uid, now)
      const read = await db.read({ isLive: sessionOf(c, claim), result: own(sql`${uid}`, live) })
      if (read.isLive) return read.result
      c.set('viewerId', null)
    }
    if (isPage(c)) await renewForPage(c)
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
  const readBoth = async (nearby: Database) => {
    const session = await nearby.read(sessionRead(c, claim as Claim))
    return { session, result: session && (await read(nearby, session.viewer)) }
  }
  const near =
    claim && (await readNearby(c, readBoth, (result) => result !== null && isPublic(result)))
  if (near?.result) return near.result
  await loadViewer(c)
  return read(c.var.db, c.var.viewer)
}

/** For the health check: a route `withoutViewer` that shows more to owners. */
export async function loadSessionViewer(c: Context<AppEnv>): Promise<Viewer | null> {
  const claim = await claimOf(c)
  const session = claim && (await c.var.db.read(one(liveSession(claim.sid, c.var.now))))
  return session && viewerOf(session)
}

function authenticationOf(c: Context<AppEnv>): Authentication {
  return {
    isIssued: async (token) => (await readAccessToken(secretsOf(c.env), token, c.var.now)) !== null,
    checkIn: (viewer) => autoCheckIn(c.var.db, viewer, c.var.now),
    load: async () => (hasFact(c, 'withoutViewer') ? undefined : loadViewer(c)),
    checkInFirstWrite: (sid, { uid }) => {
      const check = { statements: sessionGuard(sid, uid, c.var.now), hasCommitted: false }
      addToFirstWrite(c, check)
      return check
    },
    isFresh: () => c.var.confirmedAt !== null && isFresh(c.var.confirmedAt, c.var.now),
    confirmationRequired: async () => {
      const { db, viewer } = c.var
      return viewer
        ? confirmationRequired(await db.read(confirmationMethods(viewer)))
        : new AppError('unauthenticated')
    },
  }
}

/** Personal access tokens work only under `/api`. */
function accessTokenOf(c: Context<AppEnv>): string | null {
  const { access, isBearer } = credentialsOf(c)
  return isBearer && access !== null && isAccessToken(access) && isUnderApi(c.req.path)
    ? access
    : null
}

/**
 * Only a route line with `tokens` accepts a token, so that a leaked token cannot take over the
 * account.
 */
async function loadHolder(
  c: Context<AppEnv>,
  find: () => Promise<(Pick<Holder, 'viewer' | 'scope'> & { use?: Holder['use'] }) | null>,
): Promise<void> {
  const facts = factsOfRoute(c)
  // An unknown path: 404.
  if (facts === null) return
  const isAllowed = facts.some(({ operation }) => operation?.tokens)
  if (hasFact(c, 'withoutViewer')) {
    if (!isAllowed) throw new AppError('forbidden')
    return
  }
  const holder = await find()
  if (holder === null) return
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
  if (!isAllowed || !(isRead || holder.scope === 'write')) throw new AppError('forbidden')
  setViewer(c, holder.viewer)
  if (holder.use) inBackground(c, 'record the use of a token', c.var.db.batch([holder.use]))
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

interface Claim {
  sid: string
  uid: number
}

/** The session of the access token, if the token has not expired. The session may have ended. */
async function claimOf(c: Context<AppEnv>): Promise<Claim | null> {
  const { access } = credentialsOf(c)
  const claim = access === null ? null : await readAccessToken(secretsOf(c.env), access, c.var.now)
  return claim === null || claim.expired ? null : claim
}

function setViewer(c: Context<AppEnv>, viewer: Viewer): void {
  c.set('viewer', viewer)
  c.set('viewerId', viewer)
}

interface SessionRead {
  session: LiveSession & Viewer
  viewer: Viewer
  unread: Unread | null
}

/** Null if the session has ended. */
function sessionRead(c: Context<AppEnv>, { sid, uid }: Claim): Group<SessionRead | null> {
  const { now } = c.var
  const asked = {
    session: one(liveSession(sid, now)),
    // Every page shows the unread count.
    counts: isPage(c) ? unreadByKind(sql`${uid}`) : null,
  }
  return group(asked, ({ session, counts }) => {
    if (session === null || session.uid !== uid) return null
    return { session, viewer: viewerOf(session), unread: counts && unreadOf(counts, session) }
  })
}

/** Puts the viewer into the context. False if the session has ended. */
function sessionOf(c: Context<AppEnv>, claim: Claim): Group<boolean> {
  return group({ read: sessionRead(c, claim) }, ({ read }) => enter(c, read))
}

function enter(c: Context<AppEnv>, read: SessionRead | null): boolean {
  if (read === null) return false
  const { session, viewer, unread } = read
  setViewer(c, viewer)
  c.set('isIdentified', true)
  c.set('sid', session.sid)
  c.set('confirmedAt', session.session_confirmed_at)
  c.set('unread', unread)
  const use = recordUse(session, c.var.now)
  if (use) inBackground(c, 'record the use of a session', c.var.db.batch([use]))
  return true
}

type IsPublic<Result> = (result: Result, viewer: Viewer) => boolean

/**
 * Null if the primary must be read: for private data, and after any error, such as a post that the
 * replica does not have yet.
 */
async function readNearby<Result>(
  c: Context<AppEnv>,
  read: (nearby: Database) => Promise<{ session: SessionRead | null; result: Result }>,
  isPublic: IsPublic<Result>,
): Promise<{ result: Result } | null> {
  const nearby = await nearbyDatabase(c)
  if (nearby === null) return null
  try {
    const { session, result } = await read(nearby.db)
    if (session === null) return null
    const { viewer } = session
    if (!nearby.isPrimary() && !(isGreeting(c, session) && isPublic(result, viewer))) return null
    enter(c, session)
    return { result }
  } catch (error) {
    if (!(error instanceof AppError))
      console.warn(JSON.stringify({ level: 'warn', replica: String(error) }))
    return null
  }
}

/** Whether a page shows of the session only name, avatar, level, exp and energy of the viewer. */
function isGreeting(c: Context<AppEnv>, { viewer, unread }: SessionRead): boolean {
  const { role, status, silenced_at, email_verified_at } = viewer
  const isOrdinary =
    role === 'user' && status === 'active' && silenced_at === null && seesAllPosts(viewer)
  // Without a verified address, a banner shows the address.
  return (
    isOrdinary && !unread?.unread && (email_verified_at !== null || mailServiceOf(c.env) === null)
  )
}

/** Refreshes a session whose access token has expired, so that the page is already signed in. */
async function renewForPage(c: Context<AppEnv>): Promise<void> {
  const { refresh } = credentialsOf(c)
  if (refresh === null) return
  try {
    const session = await refreshSession(c.var.db, secretsOf(c.env), refresh, c.var.now)
    await issueSessionTokens(c, session)
    setViewer(c, session.viewer)
    c.set('sid', session.sid)
    c.set('confirmedAt', session.confirmedAt)
    c.set('unread', await unread(c.var.db, session.viewer))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    clearSessionCookies(c)
  }
}

function isPage({ req: { method, path } }: Context): boolean {
  return (method === 'GET' || method === 'HEAD') && isPagePath(path)
}
