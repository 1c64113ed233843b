import { type Database, one } from '#db/client.ts'
import type { Task } from '#db/schema/levels.ts'
import { RENAME_COST } from '#features/accounts/profiles/rename.ts'
import { type PendingReview, pendingReview } from '#features/accounts/profiles/review.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { settingOf } from '#features/core/site/settings.ts'
import { tasksOf } from '#features/economy/levels/tasks.ts'

export interface OwnProfile {
  isReviewed: boolean
  review: PendingReview | null
  /** Tasks that still give the viewer a reward. */
  open: Record<Task, boolean>
  renameCost: number
}

export async function ownProfile(db: Database, viewer: Viewer): Promise<OwnProfile> {
  const { isReviewed, review, done } = await db.read({
    isReviewed: settingOf('audit.enabled'),
    review: one(pendingReview(viewer.uid)),
    done: tasksOf(viewer.uid),
  })
  const open = { avatar: !done.avatar, username: !done.username, signature: !done.signature }
  return { isReviewed, review, open, renameCost: open.username ? 0 : RENAME_COST }
}
