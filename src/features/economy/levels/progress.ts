import * as z from 'zod'
import type { Database } from '#db/client.ts'
import { LEVEL_FLOORS, levelOf } from '#features/core/people/level.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { ENERGIZE_EXP_CAP, energizeExpOf } from '#features/economy/energy/account.ts'
import { tasksOf } from '#features/economy/levels/tasks.ts'
import { dayOf } from '#kernel/clock.ts'

const level = z.int().min(0).max(6)

export const CheckInShape = z
  .object({
    exp_gained: z.int(),
    energy_gained: z.int(),
    exp: z.int(),
    level,
    energy: z.int(),
    day: z.iso.date(),
  })
  .meta({ id: 'CheckIn' })

export const LevelInfoShape = z
  .object({
    exp: z.int(),
    level,
    level_floor: z.int(),
    next_level_exp: z.int().nullable(),
    checked_in_today: z.boolean(),
    tasks: z.object({ avatar: z.boolean(), username: z.boolean(), signature: z.boolean() }),
    energize_exp_today: z.int(),
    energize_exp_cap: z.int(),
  })
  .meta({ id: 'LevelInfo' })

export type LevelInfo = z.infer<typeof LevelInfoShape>

export async function levelInfo(db: Database, viewer: Viewer, now: Date): Promise<LevelInfo> {
  const { tasks, energize_exp_today } = await db.read({
    tasks: tasksOf(viewer.uid),
    energize_exp_today: energizeExpOf(viewer.uid, dayOf(now)),
  })
  const level = levelOf(viewer.exp)
  return {
    exp: viewer.exp,
    level,
    level_floor: LEVEL_FLOORS[level] ?? 0,
    next_level_exp: LEVEL_FLOORS[level + 1] ?? null,
    checked_in_today: viewer.checked_in_today === 1,
    tasks,
    energize_exp_today,
    energize_exp_cap: ENERGIZE_EXP_CAP,
  }
}
