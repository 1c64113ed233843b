import { RENAME_COST } from '#features/accounts/profiles/review.ts'
import { usernameLook } from '#features/accounts/profiles/usernames.ts'
import { usernameKey } from '#features/core/people/username-key.ts'
import { HOUR } from '#kernel/clock.ts'
import { iso } from '../calendar.ts'
import { inTime, type Row } from '../rows.ts'
import type { World } from '../world.ts'
import type { Comment } from './comments.ts'
import { decisions } from './posts.ts'

const IP = '127.0.0.1'

/** The actions of the admin. Each is recorded in the audit log before it is done. */
export function auditRows(world: World, comments: readonly Comment[]): Row[] {
  const admin = world.member('admin')
  const about = (action: string, type: string, id: number, subject: number) => ({
    actor_id: admin.uid,
    action,
    target_type: type,
    target_id: String(id),
    subject_id: subject,
    ip: IP,
    public: 1,
  })
  return inTime([
    ...decisions(world).map(({ post, move, from, to, at, reason }) => ({
      ...about(`post.${move}`, 'post', post.id, post.author.uid),
      reason,
      before: JSON.stringify({ status: from }),
      after: JSON.stringify({ status: to }),
      created_at: iso(at),
    })),
    ...comments
      .filter(({ isDeleted }) => isDeleted)
      .map(({ id, post, author, body, at }) => ({
        ...about('comment.delete', 'comment', id, author.uid),
        reason: '广告 / advertising',
        before: JSON.stringify({ post_id: post.id, body }),
        after: null,
        created_at: iso(deletedAt(world, at)),
      })),
  ])
}

/** A deleted root with replies stays as a placeholder. */
export function deletions(db: D1Database, world: World, comments: readonly Comment[]): D1PreparedStatement[] {
  const admin = world.member('admin')
  return comments
    .filter(({ isDeleted }) => isDeleted)
    .map(({ id, at }) => db.prepare(DELETE).bind(iso(deletedAt(world, at)), admin.uid, id))
}

const DELETE = 'UPDATE comments SET deleted_at = ?, deleted_by = ? WHERE id = ?'

function deletedAt(world: World, at: Date): Date {
  return new Date(Math.min(at.getTime() + 26 * HOUR, world.calendar.now.getTime()))
}

/** A new name in review; its price was paid when it was requested. */
export const RENAME = { by: 'he', username: '禾下乘凉', cost: RENAME_COST, hoursAgo: 7 }

export function reviewRow(world: World): Row {
  const { by, username, cost, hoursAgo } = RENAME
  return {
    user_id: world.member(by).uid,
    username,
    username_key: usernameKey(username),
    username_look: usernameLook(username),
    signature: null,
    cost,
    created_at: iso(world.calendar.before(hoursAgo * HOUR)),
  }
}
