import { sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import { type Group, group } from '#db/group.ts'
import type { Task } from '#db/schema/levels.ts'
import { expGrantIfChanged } from '#features/economy/levels/exp.ts'

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

/** The tasks that a user has done. */
export function tasksOf(uid: number): Group<Record<Task, boolean>> {
  const rows = sql<{ task: Task }>`SELECT task FROM user_tasks WHERE user_id = ${uid}`
  return group({ rows }, ({ rows }) => {
    const isDone = (task: Task) => rows.some((row) => row.task === task)
    return { avatar: isDone('avatar'), username: isDone('username'), signature: isDone('signature') }
  })
}
