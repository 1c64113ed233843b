import type { Context } from 'hono'
import { group, one } from '#db/client.ts'
import type { AppEnv, Bindings } from '#env'
import { type LiveSession, liveSession, recordUse, userOfSession, viewerOf } from '#features/accounts/sessions/open.ts'
import { unreadByKind, unreadOf } from '#features/core/notifications/unread.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { setBounded } from '#kernel/bounded-map.ts'
import { AppError } from '#kernel/errors.ts'
import { inBackground } from '#web/in-background.ts'
import { openDatabases } from '#web/request-context.ts'

export type Replay = (request: Request, env: Bindings, context: Context['executionCtx']) => Response | Promise<Response>

const SESSIONS_MAX = 500
/** The viewer that this isolate last loaded for a session. */
const lastSeen = new Map<string, Viewer>()
/** Requests that are being replayed. */
const replayed = new WeakSet<Request>()

export function remember(sid: string, viewer: Viewer): void {
  setBounded(lastSeen, sid, viewer, SESSIONS_MAX)
}

export function forget(sid: string): void {
  lastSeen.delete(sid)
}

/** The viewer to presume, or null. Viewers who are not active or not checked in today are loaded first. */
export function presumedViewer({ req }: Context, sid: string): Viewer | null {
  const viewer = replayed.has(req.raw) ? null : lastSeen.get(sid)
  return viewer?.status === 'active' && viewer.checked_in_today === 1 ? viewer : null
}

/** Sets the presumed viewer. The returned function tells after the answer whether the presumption was right. */
export function presume(
  c: Context<AppEnv>,
  sid: string,
  viewer: Viewer,
  { withUnread }: { withUnread: boolean },
): () => boolean {
  const { now } = c.var
  let state: 'open' | 'held' | 'failed' = 'open'
  const asked = group(
    { session: one(liveSession(sid, now)), counts: withUnread ? unreadByKind(userOfSession(sid)) : null },
    (read) => read,
  )
  let isUnderWay = false
  c.set('viewer', viewer)
  c.set('sid', sid)
  openDatabases(c, 'first-primary', () => {
    if (isUnderWay) return null
    isUnderWay = true
    return {
      statements: asked.statements,
      arrived(rows) {
        const { session, counts } = asked.answer(rows)
        state = session && isSameViewer(viewerOf(session), viewer) ? 'held' : 'failed'
        if (state === 'failed' || !session) {
          forget(sid)
          throw new AppError('session_expired')
        }
        c.set('unread', counts && unreadOf(counts, session))
        recordSession(c, session)
      },
    }
  })
  return () => state === 'held'
}

export function recordSession(c: Context<AppEnv>, session: LiveSession & Viewer): void {
  const use = recordUse(session, c.var.now)
  if (use) inBackground(c, 'record the use of a session', c.var.db.batch([use]))
}

/** Discards an answer for the wrong viewer and replays the request. */
export async function replayRequest(c: Context<AppEnv>, replay: Replay): Promise<void> {
  const request = await originalRequest(c)
  replayed.add(request)
  const answer = await replay(request, c.env, c.executionCtx)
  // Without this, Hono merges the headers of the old answer into the new one.
  c.res = undefined
  c.res = answer
}

/** A used body cannot be read again, but Hono caches its text. */
async function originalRequest({ req }: Context<AppEnv>): Promise<Request> {
  if (!req.raw.bodyUsed) return req.raw
  return new Request(req.url, { method: req.method, headers: req.raw.headers, body: await req.text() })
}

function isSameViewer(a: Viewer, b: Viewer): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
