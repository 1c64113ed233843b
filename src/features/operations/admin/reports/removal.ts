import { type Database, type Group, group, one, type Statement } from '#db/client.ts'
import { personOf, setStatusOf } from '#features/accounts/accounts/status-and-role.ts'
import { adminDeletion, commentToDelete } from '#features/community/comments/delete.ts'
import type { ReportTarget } from '#features/community/reports/target.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import type { Administrator } from '#features/core/site/audit-log.ts'
import { fullColumns, postById } from '#features/publishing/posts/post.ts'
import { decideOn } from '#features/publishing/review/decide.ts'

/** Removes a thing for a reason; `extra` commits with it, or not at all. */
type Remove = (reason: string, extra: Statement[]) => Promise<unknown>

/**
 * How this thing is removed: by what admins do anyway, so that its rules and its notices are the same. Read together with
 * the case; null where there is nothing any more.
 */
export function removal(
  db: Database,
  admin: Viewer & Administrator,
  { kind, id }: ReportTarget,
  now: Date,
): Group<Remove | null> {
  switch (kind) {
    case 'post':
      return group(
        { post: one(postById(fullColumns, id)) },
        ({ post }) => post && ((reason, extra) => decideOn(db, admin, post, { move: 'lock', reason }, now, extra)),
      )
    case 'comment':
      return group(
        { comment: one(commentToDelete(admin, id)) },
        ({ comment }) =>
          comment && ((reason, extra) => db.batch([...adminDeletion(admin, comment, reason, now), ...extra])),
      )
    case 'user':
      return group(
        { person: one(personOf(id)) },
        ({ person }) =>
          person && ((reason, extra) => setStatusOf(db, admin, person, { status: 'banned', reason }, now, extra)),
      )
  }
}
