import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { concerning, type Database, type Group, group, type Statement } from '#db/client.ts'
import type { Task } from '#db/schema/economy.ts'
import { LEVEL_FLOORS, levelOf } from '#features/core/people/level.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { ENERGIZE_EXP_CAP, energizeExpOf } from '#features/economy/energy/account.ts'
import { dayOf } from '#kernel/clock.ts'

export const TASKS: readonly Task[] = ['avatar', 'username', 'signature']
export const TASK_EXP = 10

/**
 * Pays a task the first time it is done. The two statements must be adjacent in the batch, because
 * the second pays only if the first changed a row. `uid` may be a subquery in parentheses, if the
 * uid is not known yet.
 */
export function completeTask(uid: number | Statement, task: Task, now: Date): Statement[] {
  return [
    sql`INSERT INTO user_tasks (user_id, task, completed_at) VALUES (${uid}, ${task}, ${now.toISOString()})
        ON CONFLICT DO NOTHING`,
    expGrantIfChanged(uid, TASK_EXP),
  ]
}

export function tasksOf(uid: number): Group<Record<Task, boolean>> {
  const rows = sql<{ task: Task }>`SELECT task FROM user_tasks WHERE user_id = ${uid}`
  return group({ rows }, ({ rows }) => {
    const isDone = (task: Task) => rows.some((row) => row.task === task)
    return {
      avatar: isDone('avatar'),
      username: isDone('username'),
      signature: isDone('signature'),
    }
  })
}

/**
 * Grants exp without energy. (Exp that comes with energy is part of the ledger entry.) Grants it
 * only if the previous statement of the batch changed a row: so a task is paid once. The trigger
 * users_level_up writes a notice for every new level.
 */
function expGrantIfChanged(uid: number | Statement, amount: number): Statement {
  const statement = sql`UPDATE users SET exp = exp + ${amount} WHERE uid = ${uid} AND changes() = 1`
  return typeof uid === 'number' ? concerning({ users: [uid] }, statement) : statement
}

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

export type CheckedIn = z.infer<typeof CheckInShape>

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
