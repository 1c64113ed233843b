import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import type { CommentRow } from '#db/schema/comments.ts'
import { ofLanes } from '#features/core/notifications/lanes.ts'

type Quoted = Pick<CommentRow, 'id' | 'created_at'>

/**
 * Updates the notices of an edited comment: users in `concerned` see the new text, and the quotation is removed for the other
 * users in `notified`. The trigger comments_take_their_words_along finds every notice that has a quotation.
 */
export function updateQuotes(
  comment: Quoted,
  notified: readonly number[],
  concerned: readonly number[],
  excerpt: string,
  now: Date,
) {
  const still = sql`user_id IN (SELECT value FROM json_each(${JSON.stringify(concerned)}))`
  return sql`
    UPDATE notifications
    SET data = iif(${still}, json_set(data, '$.excerpt', ${excerpt}), json_remove(data, '$.excerpt'))
    WHERE user_id IN (SELECT value FROM json_each(${JSON.stringify(notified)})) AND ${isOf(comment, now)}`
}

/** A condition: this user has no notice of the comment yet. */
export function hasNoNotice(comment: Quoted, uid: number, now: Date): Statement {
  return sql`NOT EXISTS (SELECT 1 FROM notifications WHERE user_id = ${uid} AND ${isOf(comment, now)})`
}

/** The notices of a comment. Matches the index notifications_of_user_by_lane: notices are created between the comment and `now`. */
function isOf({ id, created_at }: Quoted, now: Date): SQL {
  return sql`${ofLanes(['NotifyComment', 'NotifyCommentReply', 'NotifyMention'])}
    AND created_at BETWEEN ${created_at} AND ${now.toISOString()} AND comment_id = ${id}`
}
