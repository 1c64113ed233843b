import type { User } from '#db/schema/core.ts'
import { levelOf } from '#features/core/people/level.ts'
import { HOUR } from '#kernel/clock.ts'
import { isAdmin } from '#kernel/roles.ts'

/**
 * A user is trusted, and the rules for newcomers no longer apply, from this level on, this long after the registration and after
 * this many days with a check-in. A level alone takes less than a second to reach. The trigger check_ins_make_regular sets
 * `is_regular` on the last of these days.
 */
export const TRUSTED_LEVEL = 2
export const TRUSTED_HOURS = 24
export const TRUSTED_DAYS = 2

export type TrustFacts = Pick<User, 'exp' | 'role' | 'created_at' | 'is_regular'>

/** Admins are never newcomers. */
export function isTrusted(user: TrustFacts, now: Date): boolean {
  if (isAdmin(user)) return true
  const age = now.getTime() - new Date(user.created_at).getTime()
  return levelOf(user.exp) >= TRUSTED_LEVEL && age >= TRUSTED_HOURS * HOUR && user.is_regular === 1
}
