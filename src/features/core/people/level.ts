import type { User } from '#db/schema/core.ts'
import { HOUR } from '#kernel/clock.ts'
import { isAdmin } from '#kernel/roles.ts'

/**
 * The minimum exp of each level, starting with Lv0. The table `levels` has the same numbers for the
 * trigger users_level_up. Levels are computed from exp, never stored.
 */
export const LEVEL_FLOORS = [0, 1, 50, 200, 1500, 4500, 10800] as const

export const LEVEL_MAX = LEVEL_FLOORS.length - 1

/**
 * The rewards of a check-in. They are defined in core, because the shell shows them and core cannot
 * import from economy.
 */
export const CHECK_IN_EXP = 5
export const CHECK_IN_ENERGY = 1

export function levelOf(exp: number): number {
  return Math.max(
    LEVEL_FLOORS.findLastIndex((floor) => exp >= floor),
    0,
  )
}

/**
 * A user is trusted, and the rules for newcomers no longer apply, from this level on, this long
 * after the registration and after this many days with a check-in. A level alone takes less than a
 * second to reach. The trigger check_ins_make_regular sets `is_regular` on the last of these days.
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
