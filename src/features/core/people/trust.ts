import { sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import type { User } from '#db/schema/core.ts'
import { levelOf } from '#features/core/people/level.ts'
import { HOUR } from '#kernel/clock.ts'
import { isAdmin } from '#kernel/roles.ts'

/**
 * A user is trusted, and the rules for newcomers no longer apply, from this level on, this long after the registration and after
 * this many days with a check-in. A level alone takes less than a second to reach.
 */
export const TRUSTED_LEVEL = 2
export const TRUSTED_HOURS = 24
export const TRUSTED_DAYS = 2

export type TrustFacts = Pick<User, 'exp' | 'role' | 'created_at'> & { is_regular: number }

/** Admins are never newcomers. */
export function isTrusted(user: TrustFacts, now: Date): boolean {
  if (isAdmin(user)) return true
  const age = now.getTime() - new Date(user.created_at).getTime()
  return levelOf(user.exp) >= TRUSTED_LEVEL && age >= TRUSTED_HOURS * HOUR && user.is_regular === 1
}

/** Whether the user checked in on enough days. Expects the table `users` with the alias `u`. */
export const isRegular: Statement = sql`
  EXISTS (SELECT 1 FROM user_check_ins WHERE user_id = u.uid LIMIT 1 OFFSET ${TRUSTED_DAYS - 1}) AS is_regular`
