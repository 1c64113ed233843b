import { sql } from 'drizzle-orm'
import { type Database, last, one, type Statement } from '#db/client.ts'
import { requireVerifiedEmail } from '#features/accounts/accounts/email.ts'
import { commentsWhere, type FullComment, mentionsOf } from '#features/community/comments/comment.ts'
import { commentRules, hostsInComment } from '#features/community/comments/content-rules.ts'
import { type Mentioned, mentionsIn, peopleNamedIn } from '#features/community/comments/mentions.ts'
import { excerptOf } from '#features/community/comments/write.ts'
import { wordReport } from '#features/community/reports/word-report.ts'
import { mentionNotice } from '#features/core/notifications/notices.ts'
import { hasNoNotice, updateQuotes } from '#features/core/notifications/quotes.ts'
import { requireVoice } from '#features/core/people/silence.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { settingOf } from '#features/core/site/settings.ts'
import { withHostCheck } from '#features/publishing/content-rules/blocked-hosts.ts'
import { wordIn } from '#features/publishing/content-rules/blocked-words.ts'
import { requireFewLinks } from '#features/publishing/content-rules/newcomers.ts'
import { isPublic } from '#features/publishing/posts/visibility.ts'
import { after, MINUTE } from '#kernel/clock.ts'
import { EDIT_MINUTES } from '#kernel/edit-time.ts'
import { AppError } from '#kernel/errors.ts'
import { fieldProblem } from '#kernel/fields.ts'

/** Whether a comment written at `createdAt` may still be edited. */
export function isEditable(createdAt: string, now: Date): boolean {
  return Date.parse(createdAt) >= editableSince(now).getTime()
}

export function editableSince(now: Date): Date {
  return after(now, -EDIT_MINUTES * MINUTE)
}

/**
 * Replaces the text of the viewer's own comment. Newly mentioned users get a notice, at most ten in the life of the
 * comment. A user never gets two notices of one comment, even if a mention is removed and added again. Notices that quote the comment change too.
 */
export async function editComment(
  db: Database,
  viewer: Viewer,
  id: number,
  { body, ownHost }: { body: string; ownHost: string },
  now: Date,
) {
  const current = commentsWhere(sql`c.id = ${id} AND c.deleted_at IS NULL`, { liker: viewer })
  const { isOpen, verifiedOnly, comment, context, people, rules } = await db.read({
    isOpen: settingOf('comments.enabled'),
    verifiedOnly: settingOf('email.verification_required'),
    comment: one(current),
    context: one(contextOf(id)),
    people: peopleNamedIn(body, viewer.uid),
    rules: commentRules(viewer, now),
  })
  if (comment === null || context === null) throw new AppError('not_found')
  if (comment.author_id !== viewer.uid || !isOpen) throw new AppError('forbidden')
  requireVoice(viewer, now)
  requireVerifiedEmail(viewer, verifiedOnly)
  if (!isEditable(comment.created_at, now)) throw new AppError('comment_not_editable')
  if (body === '' && comment.image_id === null) {
    throw new AppError('validation_failed', { fields: { body: fieldProblem('required') } })
  }
  if (body === comment.body) return comment
  const hosts = hostsInComment(body)
  requireFewLinks(rules.linksMax, hosts, ownHost)
  const word = wordIn(rules.words, body)
  const report = word === null ? [] : await wordReport({ ...comment, body }, word, now)
  const mentioned = mentionsIn(body, people)
  const results = await withHostCheck(db, hosts, (check) =>
    db.batch([...check, ...edit(comment, context, body, mentioned, now), ...report, current]),
  )
  const [edited] = last(results)
  if (edited === undefined) throw new AppError('not_found')
  return edited
}

interface EditContext {
  title: string
  answered_author_id: number | null
}

/** Finds nothing unless the post is public: only public posts take comments. */
function contextOf(id: number): Statement<EditContext> {
  return sql`
    SELECT p.title, (SELECT author_id FROM comments WHERE id = c.reply_to_id) AS answered_author_id
    FROM comments c JOIN posts p ON p.id = c.post_id WHERE c.id = ${id} AND ${isPublic}`
}

/**
 * The triggers comments_are_edited_in_time and comments_are_edited_where_they_stand refuse the edit if the state
 * changed after it was read.
 */
function edit(
  comment: FullComment,
  { title, answered_author_id }: EditContext,
  body: string,
  mentioned: Mentioned[],
  now: Date,
): Statement[] {
  const { id, post_id: postId, author_id: by, post_author_id } = comment
  const excerpt = excerptOf(body)
  const named = mentioned.map(({ uid }) => uid)
  const concerned = [post_author_id, answered_author_id ?? post_author_id, ...named]
  const notified = [...concerned, ...mentionsOf(comment).map(({ uid }) => uid)]
  const about = { by, postId, title, excerpt, commentId: sql`${id}` }
  return [
    sql`UPDATE comments SET body = ${body}, edited_at = ${now.toISOString()} WHERE id = ${id}`,
    updateQuotes(comment, notified, concerned, excerpt, now),
    sql`DELETE FROM comment_mentions
        WHERE comment_id = ${id} AND user_id NOT IN (SELECT value FROM json_each(${JSON.stringify(named)}))`,
    sql`INSERT INTO comment_mentions (comment_id, user_id, name)
        SELECT ${id}, value ->> 'uid', value ->> 'name' FROM json_each(${JSON.stringify(mentioned)}) WHERE TRUE
        ON CONFLICT DO UPDATE SET name = excluded.name WHERE name <> excluded.name`,
    ...named.map((to) =>
      mentionNotice({ ...about, to, when: sql`${isMentioned(id, to)} AND ${hasNoNotice(comment, to, now)}` }, now),
    ),
  ]
}

/** A trigger leaves out mentions above MENTIONS_MAX. */
function isMentioned(id: number, uid: number): Statement {
  return sql`EXISTS (SELECT 1 FROM comment_mentions WHERE comment_id = ${id} AND user_id = ${uid})`
}
