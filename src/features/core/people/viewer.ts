import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import type { User } from '#db/schema/core.ts'
import { dayOf } from '#kernel/clock.ts'
import { AppError } from '#kernel/errors.ts'
import { SITE_ZONE } from '#kernel/time-zone.ts'

const COLUMNS = [
  'uid',
  'email',
  'username',
  'signature',
  'avatar_key',
  'exp',
  'energy',
  'role',
  'status',
  'followers_count',
  'following_count',
  'followers_public',
  'created_at',
  'ban_reason',
  'ban_ends_at',
  'silenced_at',
  'silence_reason',
  'silence_ends_at',
  'email_verified_at',
  'email_unreachable_at',
  'blocked_ids',
  'time_zone',
  'browser_time_zone',
  'notify_comment',
  'notify_reply',
  'notify_like',
  'notify_follow',
  'is_regular',
  'hides_ai',
] as const satisfies (keyof User)[]

/**
 * The signed-in user of a request, read with the session. It contains no secrets such as the
 * password hash.
 */
export type Viewer = Pick<User, (typeof COLUMNS)[number]> & {
  email: string
  checked_in_today: number
}

/** The viewer before the session is read: the access token contains only the uid. */
export type ViewerId = Pick<Viewer, 'uid'>

const USER_COLUMNS = sql.raw(COLUMNS.map((name) => `u.${name}`).join(', '))

/** The columns of a viewer. The table `users` must have the alias `u`. */
export function viewerColumns(now: Date): Statement {
  return sql`
    ${USER_COLUMNS},
    EXISTS (SELECT 1 FROM user_check_ins WHERE user_id = u.uid AND day = ${dayOf(now)}) AS checked_in_today`
}

/** The time zone in which mails and push messages to a user show times. */
export function zoneOf({
  time_zone,
  browser_time_zone,
}: Pick<User, 'time_zone' | 'browser_time_zone'>): string {
  return time_zone ?? browser_time_zone ?? SITE_ZONE
}

type Silence = Pick<User, 'silenced_at' | 'silence_ends_at'>

/**
 * Whether a user is silenced now. The cron ends a silence some time after its end, so the time
 * decides.
 */
export function isSilenced({ silenced_at, silence_ends_at }: Silence, now: Date): boolean {
  return silenced_at !== null && (silence_ends_at === null || silence_ends_at > now.toISOString())
}

/** The same as an SQL condition, for a command that has only the uid. */
export function isSilencedUser(uid: number, now: Date): SQL {
  return sql`EXISTS (SELECT 1 FROM users WHERE uid = ${uid} AND silenced_at IS NOT NULL
    AND (silence_ends_at IS NULL OR silence_ends_at > ${now.toISOString()}))`
}

/**
 * For everything that publishes: posts, comments, edits of both, the profile and public folders.
 * Drafts, reactions and reports stay possible for a silenced user.
 */
export function requireVoice(viewer: Silence, now: Date): void {
  if (isSilenced(viewer, now)) throw new AppError('silenced')
}
