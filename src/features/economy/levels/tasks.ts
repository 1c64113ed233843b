import { sql } from 'drizzle-orm'
import { concerning, type Group, group, type Statement } from '#db/client.ts'
import type { Task } from '#db/schema/community.ts'

export const TASKS: readonly Task[] = ['avatar', 'username', 'signature']
export const TASK_EXP = 10

/**
 * Pays a task the first time it is done. The two statements must be adjacent in the batch. `uid` may be a subquery in parentheses
 * if the uid is not known yet.
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
    return { avatar: isDone('avatar'), username: isDone('username'), signature: isDone('signature') }
  })
}

/**
 * Grants exp without energy (exp with energy is part of the ledger entry). Pays only if the previous statement of the batch changed
 * a row, which is the lock. The trigger users_level_up writes a notice for every new level.
 */
function expGrantIfChanged(uid: number | Statement, amount: number): Statement {
  const statement = sql`UPDATE users SET exp = exp + ${amount} WHERE uid = ${uid} AND changes() = 1`
  return typeof uid === 'number' ? concerning({ users: [uid] }, statement) : statement
}
