import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import type { CommentRow } from '#db/schema/comments.ts'
import { ofLanes } from '#features/core/notifications/lanes.ts'

type Quoted = Pick<CommentRow, 'id' | 'created_at'>

/**
 * When a comment is edited: whoever it still concerns reads its new words in the notice, and the others, whom it mentions no
 * more, none of them. A notice with words is always one that the trigger comments_take_their_words_along finds.
 */
export function quoteAnew(
  comment: Quoted,
  told: readonly number[],
  concerned: readonly number[],
  excerpt: string,
  now: Date,
) {
  const still = sql`user_id IN (SELECT value FROM json_each(${JSON.stringify(concerned)}))`
  return sql`
    UPDATE notifications
    SET data = iif(${still}, json_set(data, '$.excerpt', ${excerpt}), json_remove(data, '$.excerpt'))
    WHERE user_id IN (SELECT value FROM json_each(${JSON.stringify(told)})) AND ${isOf(comment, now)}`
}

/** A condition: this user has no notice of the comment yet. */
export function isUntold(comment: Quoted, uid: number, now: Date): Statement {
  return sql`NOT EXISTS (SELECT 1 FROM notifications WHERE user_id = ${uid} AND ${isOf(comment, now)})`
}

/** Written like the index notifications_of_user_by_lane, which finds them by the time from the comment to its last edit. */
function isOf({ id, created_at }: Quoted, now: Date): SQL {
  return sql`${ofLanes(['NotifyComment', 'NotifyCommentReply', 'NotifyMention'])}
    AND created_at BETWEEN ${created_at} AND ${now.toISOString()} AND comment_id = ${id}`
}
