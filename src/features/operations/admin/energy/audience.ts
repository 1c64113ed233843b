import { and, sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { equals } from '#db/conditions.ts'
import type { User } from '#db/schema/people.ts'
import { usernameKey } from '#features/accounts/profiles/username.ts'
import { LEVEL_FLOORS } from '#features/core/people/level.ts'
import { ADJUST_PEOPLE_MAX } from '#features/economy/energy/adjust.ts'

export interface Audience {
  role?: User['role'] | undefined
  status?: 'active' | 'banned' | undefined
  level_min?: number | undefined
  level_max?: number | undefined
}

export interface Gathered {
  /** How many there are; beyond what one adjustment takes, one more than that. */
  count: number
  /** Nobody where there are too many: a part would look like the whole. */
  uids: number[]
}

/**
 * Who an adjustment by a filter is about. The owner sees the number and then sends these very uids, so that nobody is
 * added or left out between looking and deciding.
 */
export async function gatherPeople(db: Database, audience: Audience): Promise<Gathered> {
  const { role, status, level_min = 0, level_max } = audience
  const from = LEVEL_FLOORS[level_min] ?? 0
  const beyond = level_max === undefined ? undefined : LEVEL_FLOORS[level_max + 1]
  // A plus keeps the database from walking along what nearly everybody is.
  const rows = await db.all(sql<{ uid: number }>`
    SELECT uid FROM users
    WHERE ${and(
      sql`+status <> 'deleted'`,
      equals(role === 'user' ? sql`+role` : sql`role`, role),
      equals(status === 'active' ? sql`+status` : sql`status`, status),
      from === 0 ? undefined : sql`exp >= ${from}`,
      beyond === undefined ? undefined : sql`exp < ${beyond}`,
    )}
    LIMIT ${ADJUST_PEOPLE_MAX + 1}`)
  const uids = rows.map(({ uid }) => uid).sort((a, b) => a - b)
  return { count: uids.length, uids: uids.length > ADJUST_PEOPLE_MAX ? [] : uids }
}

export const NAMES_MAX = 100

/** The users of these names: a name that nobody has comes back as it was written. */
export async function usersNamed(db: Database, names: readonly string[]): Promise<Named> {
  const keys = names.map(usernameKey)
  const rows = await db.all(sql<Pick<User, 'uid' | 'username_key'>>`
    SELECT uid, username_key FROM users
    WHERE username_key IN (SELECT value FROM json_each(${JSON.stringify(keys)})) AND status <> 'deleted'`)
  const found = new Map(rows.map(({ uid, username_key }) => [username_key, uid]))
  return {
    uids: [...new Set(keys.flatMap((key) => found.get(key) ?? []))],
    unknown: names.filter((name) => !found.has(usernameKey(name))),
  }
}

export interface Named {
  uids: number[]
  unknown: string[]
}
