import { sql } from 'drizzle-orm'
import { type Database, type Group, group, last, one, type Statement } from '#db/client.ts'
import { nextId } from '#db/ids.ts'
import { requireVerifiedEmail } from '#features/accounts/email/email.ts'
import {
  commentsWhere,
  type FullComment,
  mentionsOf,
} from '#features/community/comments/comment.ts'
import {
  type Addressed,
  type Mentioned,
  mentionsIn,
  peopleNamedIn,
} from '#features/community/comments/mentions.ts'
import {
  addressedText,
  addressesInCode,
  commentInOneLine,
  linksIn,
} from '#features/community/comments/rendering.ts'
import { type CopiedComment, commentContent, copyOf } from '#features/community/reports/report.ts'
import {
  commentNotice,
  hasNoNotice,
  mentionNotice,
  replyNotice,
  updateQuotes,
} from '#features/core/notifications/notices.ts'
import { isTrusted, type TrustFacts } from '#features/core/people/level.ts'
import { requireVoice, type Viewer } from '#features/core/people/viewer.ts'
import { currentWords } from '#features/core/site/blocked-words.ts'
import {
  firstTime,
  type Retry,
  storedResponse,
  storeResponse,
} from '#features/core/site/idempotency.ts'
import { settingsOf } from '#features/core/site/settings.ts'
import { newestCommentOf, withinQuota } from '#features/core/storage/quotas.ts'
import { withHostCheck } from '#features/publishing/content-rules/blocked-hosts.ts'
import { NEWCOMER_LINKS, requireFewLinks } from '#features/publishing/content-rules/needs-review.ts'
import { isPublic } from '#features/publishing/posts/post.ts'
import { after, dayOf, MINUTE } from '#kernel/clock.ts'
import { AppError } from '#kernel/errors.ts'
import { fieldProblem } from '#kernel/fields.ts'
import { hostOf } from '#kernel/html/links.ts'
import { EDIT_MINUTES } from '#kernel/post-limits.ts'
import { isAdmin } from '#kernel/roles.ts'
import { WordMatcher } from '#kernel/text/word-matcher.ts'

export const COMMENT_MAX = 1000
/** Characters of a comment that a notice quotes. */
const EXCERPT_LENGTH = 60

interface CommentInput {
  body: string
  imageId: number | null
  retry: Retry | null
  ownHost: string
}

/** The beginning of a comment, for its notices. */
function excerptOf(body: string): string {
  return [...commentInOneLine(body)].slice(0, EXCERPT_LENGTH).join('')
}

/**
 * Writes a comment under a post (`underPost`) or in a thread (`answerTo`). A repeated request
 * returns the comment of the first one.
 */
export async function writeComment(
  db: Database,
  viewer: Viewer,
  where: Statement<CommentTarget>,
  input: CommentInput,
  now: Date,
): Promise<FullComment> {
  const { body, imageId, retry } = input
  const addressed = addressedText(body)
  const { before, target, people, image, rules } = await db.read({
    before: storedResponse<StoredResponse>(retry, now),
    target: one(where),
    people: peopleNamedIn(addressed, viewer.uid),
    image: one(sql<CommentImage>`
      SELECT key AS image_key, width AS image_width, height AS image_height FROM images
      WHERE id = ${imageId} AND user_id = ${viewer.uid} AND purpose = 'comment'`),
    rules: commentRules(viewer, now),
  })
  const { isOpen, verifiedOnly, linksMax, words } = rules
  const again = async ({ comment }: StoredResponse) =>
    (await db.first(commentsWhere(sql`c.id = ${comment}`))) ?? refuse()
  if (before !== null) return again(before)
  if (!isOpen) throw new AppError('forbidden')
  requireVoice(viewer, now)
  requireVerifiedEmail(viewer, verifiedOnly)
  if (target === null) throw new AppError('not_found')
  if (imageId !== null && image === null) {
    throw new AppError('validation_failed', { fields: { image_id: fieldProblem('invalid') } })
  }
  const { shown, hosts } = hostsInComment(body)
  requireFewLinks(linksMax, shown, input.ownHost)
  const mentioned = mentionsIn(addressed, people)
  const word = words.find(body)
  const comment = { id: NEWEST, author_id: viewer.uid, body, ...(image ?? NO_IMAGE) }
  const report = word === null ? [] : await wordReport(comment, word, now)
  const run = () =>
    withinQuota(db, viewer, { comments: 1, comments_of_day: 1 }, (quota) =>
      withHostCheck(db, hosts, (check) =>
        insert(db, viewer.uid, target, input, mentioned, [...report, ...check, ...quota], now),
      ),
    )
  return firstTime(db, retry, now, run, again)
}

type CommentImage = Omit<CopiedComment, 'body'>
const NO_IMAGE: CommentImage = { image_key: null, image_width: null, image_height: null }

/** The comment that this batch has just inserted. */
const NEWEST = sql`(SELECT MAX(id) FROM comments)`

/** The response to a request that may be repeated: the id of the comment. */
interface StoredResponse {
  comment: number
}

/**
 * The triggers comments_on_public_posts and comments_answer_what_is_there refuse the insert if the
 * post or the answered comment was deleted after it was read. The trigger comments_count_new
 * counts.
 */
async function insert(
  db: Database,
  uid: number,
  target: CommentTarget,
  { body, imageId, retry }: CommentInput,
  mentioned: Addressed[],
  extra: Statement[],
  now: Date,
): Promise<FullComment> {
  // Mentions and stored responses have no rowid, so last_insert_rowid() is the comment's id until
  // the first notice.
  const [, , [comment]] = await db.batch([
    sql`INSERT INTO comments (id, post_id, root_id, reply_to_id, author_id, body, image_id, created_at, nth_of_author, nth_of_day)
        SELECT ${nextId('comments')}, ${target.post_id}, ${target.root_id}, ${target.reply_to_id}, ${uid}, ${body}, ${imageId},
          ${now.toISOString()}, 1 + COALESCE(nth_of_author, 0), 1 + iif(date(created_at, '+8 hours') = ${dayOf(now)}, nth_of_day, 0)
        FROM (SELECT 1) LEFT JOIN comments ON id = ${newestCommentOf(uid)}`,
    sql`INSERT INTO comment_mentions (comment_id, user_id, name)
        SELECT last_insert_rowid(), value ->> 'uid', value ->> 'name' FROM json_each(${JSON.stringify(mentioned)})`,
    commentsWhere(sql`c.id = last_insert_rowid()`),
    ...storeResponse(retry, sql`json_object('comment', last_insert_rowid())`, now),
    ...notices(uid, target, mentioned, body, now),
    ...extra,
  ])
  return comment ?? refuse()
}

/**
 * One notice per user and comment: for a reply, else for a mention, else for the comment. A user
 * who disabled notices of replies gets one for a mention if the reply mentions them.
 */
function notices(
  by: number,
  target: CommentTarget,
  mentioned: Addressed[],
  body: string,
  now: Date,
): Statement[] {
  const { post_id: postId, title, post_author_id, answered_author_id } = target
  const about = { by, postId, title, excerpt: excerptOf(body), commentId: NEWEST }
  const isMutedReply = mentioned.some(
    ({ uid, readsReplies }) => uid === answered_author_id && !readsReplies,
  )
  const concerned: [number | null, typeof replyNotice][] = [
    [isMutedReply ? null : answered_author_id, replyNotice],
    ...mentioned.map(({ uid }): [number, typeof mentionNotice] => [uid, mentionNotice]),
    // A reply notifies the author of the answered comment, not the author of the post.
    [target.root_id === null ? post_author_id : null, commentNotice],
  ]
  const first = new Map(concerned.toReversed().filter(([to]) => to !== null && to !== by))
  return [...first].map(([to, notice]) => notice({ ...about, to: to ?? 0 }, now))
}

function refuse(): never {
  throw new AppError('not_found')
}

/** The post or the thread of a new comment, and the users to notify. */
export interface CommentTarget {
  post_id: number
  title: string
  post_author_id: number
  /** The root of the thread; null for a comment that is not a reply. */
  root_id: number | null
  reply_to_id: number | null
  answered_author_id: number | null
}

/** Finds nothing unless the post is public, because only public posts accept comments. */
export function underPost(postId: number): Statement<CommentTarget> {
  return sql`
    SELECT id AS post_id, title, author_id AS post_author_id,
      NULL AS root_id, NULL AS reply_to_id, NULL AS answered_author_id
    FROM posts WHERE id = ${postId} AND status = 'approved' AND deleted_at IS NULL`
}

/**
 * The thread of `commentId`, which is its root or a reply in it. The new comment answers
 * `replyToId` in this thread. A deleted comment cannot be answered, but the replies below a deleted
 * root can. The trigger comments_answer_what_is_there enforces the same rule.
 */
export function answerTo(commentId: number, replyToId = commentId): Statement<CommentTarget> {
  return sql`
    SELECT p.id AS post_id, p.title, p.author_id AS post_author_id,
      root.id AS root_id, answered.id AS reply_to_id, answered.author_id AS answered_author_id
    FROM comments named
    JOIN comments root ON root.id = COALESCE(named.root_id, named.id)
    JOIN comments answered ON answered.id = ${replyToId} AND answered.deleted_at IS NULL
      AND COALESCE(answered.root_id, answered.id) = root.id
    JOIN posts p ON p.id = root.post_id AND p.status = 'approved' AND p.deleted_at IS NULL
    WHERE named.id = ${commentId} AND (named.deleted_at IS NULL OR named.root_id IS NULL)`
}

/** Comments written since this time can be edited. */
export function editableSince(now: Date): Date {
  return after(now, -EDIT_MINUTES * MINUTE)
}

/**
 * Replaces the text of the viewer's own comment. Newly mentioned users get a notice, at most ten in
 * the life of the comment. A user never gets two notices of one comment, even if a mention is
 * removed and added again. Notices that quote the comment are changed too. An edit without changes
 * returns the comment as it is.
 */
export async function editComment(
  db: Database,
  viewer: Viewer,
  id: number,
  { body, ownHost }: { body: string; ownHost: string },
  now: Date,
): Promise<FullComment> {
  const current = commentsWhere(sql`c.id = ${id} AND c.deleted_at IS NULL`, { liker: viewer })
  const addressed = addressedText(body)
  const { comment, context, people, rules } = await db.read({
    comment: one(current),
    context: one(contextOf(id)),
    people: peopleNamedIn(addressed, viewer.uid),
    rules: commentRules(viewer, now),
  })
  const { isOpen, verifiedOnly, linksMax, words } = rules
  if (comment === null || context === null) throw new AppError('not_found')
  if (comment.author_id !== viewer.uid || !isOpen) throw new AppError('forbidden')
  requireVoice(viewer, now)
  requireVerifiedEmail(viewer, verifiedOnly)
  if (Date.parse(comment.created_at) < editableSince(now).getTime())
    throw new AppError('comment_not_editable')
  if (body === '' && comment.image_id === null) {
    throw new AppError('validation_failed', { fields: { body: fieldProblem('required') } })
  }
  if (body === comment.body) return comment
  const { shown, hosts } = hostsInComment(body)
  requireFewLinks(linksMax, shown, ownHost)
  const word = words.find(body)
  const report = word === null ? [] : await wordReport({ ...comment, body }, word, now)
  const mentioned = mentionsIn(addressed, people)
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

/** Finds nothing unless the post is public, because only public posts accept comments. */
function contextOf(id: number): Statement<EditContext> {
  return sql`
    SELECT p.title, (SELECT author_id FROM comments WHERE id = c.reply_to_id) AS answered_author_id
    FROM comments c JOIN posts p ON p.id = c.post_id WHERE c.id = ${id} AND ${isPublic}`
}

/**
 * The triggers comments_are_edited_in_time and comments_are_edited_where_they_stand refuse the edit
 * if the state changed after it was read.
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
      mentionNotice(
        { ...about, to, when: sql`${isMentioned(id, to)} AND ${hasNoNotice(comment, to, now)}` },
        now,
      ),
    ),
  ]
}

/** Whether the mention was stored. A trigger leaves out mentions above MENTIONS_MAX. */
function isMentioned(id: number, uid: number): Statement {
  return sql`EXISTS (SELECT 1 FROM comment_mentions WHERE comment_id = ${id} AND user_id = ${uid})`
}

interface CommentRules {
  /** The site allows comments. */
  isOpen: boolean
  /** Authors must verify their e-mail address. */
  verifiedOnly: boolean
  /** The maximum number of links to other sites; null without a limit. */
  linksMax: number | null
  /** The blocked words. Empty for an admin, whose comments are not reported. */
  words: WordMatcher
}

/** The rules for the comments of an author, as part of a larger read. */
function commentRules(author: TrustFacts, now: Date): Group<CommentRules> {
  const settings = settingsOf(
    'comments.enabled',
    'email.verification_required',
    'links.newcomers_limited',
  )
  return group({ settings, words: currentWords(now) }, ({ settings, words }) => ({
    isOpen: settings['comments.enabled'],
    verifiedOnly: settings['email.verification_required'],
    linksMax:
      settings['links.newcomers_limited'] && !isTrusted(author, now) ? NEWCOMER_LINKS : null,
    words: isAdmin(author) ? new WordMatcher([]) : words,
  }))
}

/**
 * The hosts of a comment: those of its links, and all of them with the addresses in its code. A
 * blocked host must not be advertised in code, but examples in code may have any number of
 * addresses.
 */
function hostsInComment(body: string): { shown: string[]; hosts: string[] } {
  const hostsOf = (links: string[]) => links.flatMap((address) => hostOf(address) ?? [])
  const shown = hostsOf(linksIn(body))
  return { shown, hosts: [...shown, ...hostsOf(addressesInCode(body))] }
}

type ReportedComment = CopiedComment & { id: number | Statement; author_id: number }

/**
 * For the batch of a new or edited comment with a word of the list: the site itself opens a case,
 * or adds the word to the case that users opened. The site does this once per comment, so that an
 * edit does not open a case again that an admin has decided.
 */
async function wordReport(comment: ReportedComment, word: string, now: Date): Promise<Statement[]> {
  const { id, author_id } = comment
  const target = { kind: 'comment', id } as const
  return [
    sql`
      INSERT INTO report_cases (kind, target_id, subject_id, opened_at, word)
      SELECT 'comment', ${id}, ${author_id}, ${now.toISOString()}, ${word}
      WHERE NOT EXISTS (
        SELECT 1 FROM report_cases WHERE kind = 'comment' AND target_id = ${id} AND word IS NOT NULL)
      ON CONFLICT (kind, target_id) WHERE decision IS NULL DO UPDATE SET word = excluded.word`,
    ...(await copyOf(target, commentContent(comment), now)),
  ]
}
