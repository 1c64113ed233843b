import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { one } from '#db/group.ts'
import type { AppEnv } from '#env'
import { unread, unreadByKind, unreadOf } from '#features/notifications/unread.ts'
import { liveSession, noteUse, userOfSession, viewerOf } from '#features/sessions/open.ts'
import { refreshSession } from '#features/sessions/refresh.ts'
import { readAccessToken } from '#features/sessions/tokens.ts'
import { AppError } from '#kernel/errors.ts'
import { clearSessionCookies, credentialsOf, handOutTokens } from '#web/credentials.ts'
import { isPagePath } from '#web/paths.ts'
import { secretsOf } from '#web/secrets.ts'

/** Finds out who is asking. Loads the session whenever a request brings one, so ending a session ends it at once. */
export const identify = createMiddleware<AppEnv>(async (c, next) => {
  c.set('viewer', null)
  c.set('sid', null)
  c.set('unread', null)
  if (!isAboutNobody(c.req.path)) await loadViewer(c)
  await next()
})

/** `/api/auth` reads credentials itself; the other paths here answer everybody the same. */
function isAboutNobody(path: string): boolean {
  return /^\/(api\/(auth\/|openapi\.json)|images\/|healthz)/.test(path)
}

async function loadViewer(c: Context<AppEnv>): Promise<void> {
  const { access, refresh } = credentialsOf(c)
  const claim = access === null ? null : await readAccessToken(secretsOf(c.env), access, c.var.now)
  if (claim && !claim.expired) {
    const { session, counts } = await c.var.db.read({
      session: one(liveSession(claim.sid, c.var.now)),
      // Every page has a bell: its number comes along in the same round trip.
      counts: isPage(c) ? unreadByKind(userOfSession(claim.sid)) : null,
    })
    if (session) {
      c.set('viewer', viewerOf(session))
      c.set('sid', session.sid)
      c.set('unread', counts && unreadOf(counts, session))
      const use = noteUse(session, c.var.now)
      if (use) c.executionCtx.waitUntil(c.var.db.batch([use]))
      return
    }
  }
  if (refresh !== null && isPage(c)) await renewForPage(c, refresh)
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

function isPage(c: Context): boolean {
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
  return isRead && isPagePath(c.req.path)
}
