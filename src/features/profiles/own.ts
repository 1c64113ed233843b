import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import type { Task } from '#db/schema/levels.ts'
import type { Viewer } from '#features/people/viewer.ts'
import { RENAME_COST } from '#features/profiles/rename.ts'
import { type PendingReview, pendingReview } from '#features/profiles/review.ts'
import { settingRow } from '#features/site/settings.ts'

/** How things stand with the viewer's own profile, for the form that changes it. */
export interface OwnProfile {
  isReviewed: boolean
  review: PendingReview | null
  /** First-time tasks that still pay. */
  open: Record<Task, boolean>
  /** What another username would cost now. */
  renameCost: number
}

export async function ownProfile(db: Database, viewer: Viewer): Promise<OwnProfile> {
  const [[audit], [review], done] = await db.batch([
    settingRow('audit.enabled'),
    pendingReview(viewer.uid),
    sql<{ task: Task }>`SELECT task FROM user_tasks WHERE user_id = ${viewer.uid}`,
  ])
  const isOpen = (task: Task) => !done.some((row) => row.task === task)
  const open = { avatar: isOpen('avatar'), username: isOpen('username'), signature: isOpen('signature') }
  return { isReviewed: audit?.value === 1, review: review ?? null, open, renameCost: open.username ? 0 : RENAME_COST }
}
