import type { Context } from 'hono'
import { group, one } from '#db/client.ts'
import type { AppEnv } from '#env'
import { type LiveSession, liveSession, noteUse, userOfSession, viewerOf } from '#features/accounts/sessions/open.ts'
import { unreadByKind, unreadOf } from '#features/core/notifications/unread.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { AppError } from '#kernel/errors.ts'
import { inBackground } from '#web/in-background.ts'
import { openDatabases } from '#web/request-context.ts'

/**
 * Whom this isolate last saw behind a session. A page of theirs, or what a command of theirs reads first, is read on the
 * presumption that nothing about them has changed, together with the session itself: one round trip. If the session has ended or
 * anything about its user is different, the answer is thrown away and made anew the long way.
 */
const lastSeen = new Map<string, Viewer>()
const SESSIONS_MAX = 500

export function remember(sid: string, viewer: Viewer): void {
  lastSeen.delete(sid)
  lastSeen.set(sid, viewer)
  for (const oldest of lastSeen.keys()) {
    if (lastSeen.size <= SESSIONS_MAX) break
    lastSeen.delete(oldest)
  }
}

export function forget(sid: string): void {
  lastSeen.delete(sid)
}

/** The viewer to presume, or null. Whoever is to be checked in or may not act is looked up first. */
export function presumedViewer(sid: string): Viewer | null {
  const viewer = lastSeen.get(sid)
  return viewer?.status === 'active' && viewer.checked_in_today === 1 ? viewer : null
}

/** Sets the presumed viewer. The function that it returns tells, once the answer is made, whether the presumption held. */
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
        state = session && isTheSame(viewerOf(session), viewer) ? 'held' : 'failed'
        if (state === 'failed' || !session) {
          forget(sid)
          throw new AppError('session_expired')
        }
        c.set('unread', counts && unreadOf(counts, session))
        noteSession(c, session)
      },
    }
  })
  return () => state === 'held'
}

export function noteSession(c: Context<AppEnv>, session: LiveSession & Viewer): void {
  const use = noteUse(session, c.var.now)
  if (use) inBackground(c, 'note the use of a session', c.var.db.batch([use]))
}

function isTheSame(a: Viewer, b: Viewer): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
