import { MINUTE } from '#kernel/clock.ts'

/**
 * A session is fresh for this time after the login and after `POST /api/auth/confirm`.
 * web/guards/fresh-session.ts says where a session must be fresh.
 */
export const SESSION_FRESH_FOR = 10 * MINUTE

/** `confirmedAt` is the last login or confirmation of the session. */
export function isFresh(confirmedAt: string, now: Date): boolean {
  return now.getTime() - Date.parse(confirmedAt) < SESSION_FRESH_FOR
}
