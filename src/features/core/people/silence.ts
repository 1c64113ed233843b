import { type SQL, sql } from 'drizzle-orm'
import type { User } from '#db/schema/core.ts'
import { AppError } from '#kernel/errors.ts'

type Silence = Pick<User, 'silenced_at' | 'silence_ends_at'>

/** The cron ends a silence some time after its end, so the time decides. */
export function isSilenced({ silenced_at, silence_ends_at }: Silence, now: Date): boolean {
  return silenced_at !== null && (silence_ends_at === null || silence_ends_at > now.toISOString())
}

/** The same in SQL, for a command that knows only the uid. */
export function isSilencedUser(uid: number, now: Date): SQL {
  return sql`EXISTS (SELECT 1 FROM users WHERE uid = ${uid} AND silenced_at IS NOT NULL
    AND (silence_ends_at IS NULL OR silence_ends_at > ${now.toISOString()}))`
}

/**
 * For everything that publishes: posts, comments, edits of both, the profile and public folders. Drafts, reactions and reports stay
 * possible.
 */
export function requireVoice(viewer: Silence, now: Date): void {
  if (isSilenced(viewer, now)) throw new AppError('silenced')
}
