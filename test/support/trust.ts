import { sql } from 'drizzle-orm'
import { TRUSTED_DAYS, TRUSTED_HOURS } from '#features/core/people/level.ts'
import { after, DAY, dayOf, HOUR } from '#kernel/clock.ts'
import type { World } from '#test/world.ts'

/** Gives a user the age and the active days that trust needs, but no level. */
export async function establish(world: World, { uid }: { uid: number }): Promise<void> {
  const days = Array.from({ length: TRUSTED_DAYS }, (_, n) => after(world.now, -(n + 1) * DAY))
  await world.db.batch([
    sql`UPDATE users SET created_at = ${after(world.now, -TRUSTED_HOURS * HOUR).toISOString()} WHERE uid = ${uid}`,
    ...days.map(
      (at) =>
        sql`INSERT INTO user_check_ins (user_id, day, created_at) VALUES (${uid}, ${dayOf(at)}, ${at.toISOString()})`,
    ),
  ])
}
