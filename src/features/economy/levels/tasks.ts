import { sql } from 'drizzle-orm'
import { type Group, group, type Statement } from '#db/client.ts'
import { concerning } from '#db/concerns.ts'
import type { Task } from '#db/schema/levels.ts'

export const TASKS: readonly Task[] = ['avatar', 'username', 'signature']
export const TASK_EXP = 10

/**
 * Pays a task when it is done for the first time, and only then. The two statements must stand next to each other.
 * Where the uid is not known yet, `uid` may be a subquery in parentheses.
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
 * Exp that comes without energy; what comes with it is part of the ledger entry. The trigger users_level_up adds a notice for
 * every level that is reached. Pays only if the statement right before it in the batch changed a row: that row is the once-only
 * lock.
 */
function expGrantIfChanged(uid: number | Statement, amount: number): Statement {
  const statement = sql`UPDATE users SET exp = exp + ${amount} WHERE uid = ${uid} AND changes() = 1`
  return typeof uid === 'number' ? concerning({ users: [uid] }, statement) : statement
}
