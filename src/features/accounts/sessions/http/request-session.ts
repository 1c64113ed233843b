import { sql } from 'drizzle-orm'
import type { Context } from 'hono'
import { type Group, group, one } from '#db/client.ts'
import type { AppEnv, RequestSession } from '#env'
import {
  clearSessionCookies,
  issueSessionTokens,
} from '#features/accounts/sessions/http/cookies.ts'
import {
  type LiveSession,
  liveSession,
  recordUse,
  viewerOf,
} from '#features/accounts/sessions/open.ts'
import { readAccessToken, refreshSession } from '#features/accounts/sessions/tokens.ts'
import { unread, unreadByKind, unreadOf } from '#features/core/notifications/inbox.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { AppError } from '#kernel/errors.ts'
import { credentialsOf } from '#web/guards/credentials.ts'
import { inBackground } from '#web/in-background.ts'
import { isPagePath } from '#web/paths.ts'
import { secretsOf } from '#web/secrets.ts'

/** What an access token says. */
export interface Claim {
  sid: string
  uid: number
}

/** The session of the access token, if the token has not expired. The session may have ended. */
export function claimOf(c: Context<AppEnv>): Promise<Claim | null> {
  const known = claims.get(c)
  if (known !== undefined) return known
  const claim = readClaim(c)
  claims.set(c, claim)
  return claim
}

/** Each request verifies the signature of its token once. */
const claims = new WeakMap<Context, Promise<Claim | null>>()

async function readClaim(c: Context<AppEnv>): Promise<Claim | null> {
  const { access } = credentialsOf(c)
  const claim = access === null ? null : await readAccessToken(secretsOf(c.env), access, c.var.now)
  return claim === null || claim.expired ? null : claim
}

/** What the database says of the session of an access token. */
export interface SessionRead extends RequestSession {
  row: LiveSession & Viewer
  viewer: Viewer
}

/** Null if the session has ended or belongs to another user than the access token says. */
export function sessionRead(c: Context<AppEnv>, { sid, uid }: Claim): Group<SessionRead | null> {
  const { now } = c.var
  const asked = {
    row: one(liveSession(sid, now)),
    // Every page shows the unread count.
    counts: isPage(c) ? unreadByKind(sql`${uid}`) : null,
  }
  return group(asked, ({ row, counts }) => {
    if (row === null || row.uid !== uid) return null
    return {
      row,
      viewer: viewerOf(row),
      confirmedAt: row.session_confirmed_at,
      unread: counts && unreadOf(counts, row),
    }
  })
}

/** Puts the session and its viewer into the context. */
export function enter(c: Context<AppEnv>, { row, viewer, confirmedAt, unread }: SessionRead): void {
  setViewer(c, viewer)
  c.set('sid', row.sid)
  c.set('session', { confirmedAt, unread })
  const use = recordUse(row, c.var.now)
  if (use) inBackground(c, 'record the use of a session', c.var.db.batch([use]))
}

export function setViewer(c: Context<AppEnv>, viewer: Viewer): void {
  c.set('viewer', viewer)
  c.set('viewerId', viewer)
}

/**
 * Refreshes the session of a page whose access token has expired, so that the page is already
 * signed in. Without a valid refresh token the page is anonymous.
 */
export async function renewForPage(c: Context<AppEnv>): Promise<void> {
  const { refresh } = credentialsOf(c)
  if (refresh === null || !isPage(c)) return
  const { db, now } = c.var
  try {
    const session = await refreshSession(db, secretsOf(c.env), refresh, now)
    await issueSessionTokens(c, session)
    setViewer(c, session.viewer)
    c.set('sid', session.sid)
    const { confirmedAt, viewer } = session
    c.set('session', { confirmedAt, unread: await unread(db, viewer) })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    clearSessionCookies(c)
  }
}

function isPage({ req: { method, path } }: Context): boolean {
  return (method === 'GET' || method === 'HEAD') && isPagePath(path)
}
