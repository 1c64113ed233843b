import { sql } from 'drizzle-orm'
import * as z from 'zod'
import {
  concerning,
  type Database,
  found,
  type Group,
  group,
  one,
  type Statement,
} from '#db/client.ts'
import type { ReportCase, ReportCopy, ReporterRecord, ReportRow } from '#db/schema/community.ts'
import type { User } from '#db/schema/core.ts'
import { REPORT_REASONS } from '#db/values.ts'
import { commentsWhere, type FullComment } from '#features/community/comments/comment.ts'
import { nameless } from '#features/core/people/nameless.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { imageKeysIn, type RawContent } from '#features/publishing/posts/content.ts'
import { rawContentOf } from '#features/publishing/posts/create.ts'
import { fullColumns, isPublic, postById } from '#features/publishing/posts/post.ts'
import { addDays, after, DAY, dayOf, SECOND, startOfDay } from '#kernel/clock.ts'
import { hashOf } from '#kernel/crypto/secrets.ts'
import { AppError } from '#kernel/errors.ts'
import { problem, text } from '#kernel/fields.ts'
import { packed, unpacked } from '#kernel/formats/packed.ts'
import { summaryOf } from '#kernel/html/plain.ts'
import { REPORTS_A_DAY, UNTRUSTED_REPORTS_A_DAY } from '#kernel/rate-limits.ts'
import { REPORT_TEXT_MAX } from '#kernel/sizes.ts'

interface Report {
  target: ReportTarget
  reason: ReportRow['reason']
  text: string
}

interface Reported {
  id: number
  /** The viewer already has an open report of this target; no second one is stored. */
  isKnown: boolean
}

/**
 * Reports a target to the admins. The first report opens a case; all further reports join it until
 * an admin decides. A copy of the content is stored with the report. The triggers
 * reports_not_on_own_things, reports_on_open_cases and reports_so_many_a_day refuse. The triggers
 * reports_count_new and report_cases_total_new count.
 */
export async function report(
  db: Database,
  viewer: Viewer,
  what: Report,
  now: Date,
): Promise<Reported> {
  const { text, content, before, record } = await db.read({
    text: nameless(what.text),
    content: reportedContentOf(what.target),
    before: one(openReport(viewer.uid, what.target)),
    record: found(reportsToday(viewer.uid, now)),
  })
  if (content.subject === viewer.uid) throw new AppError('own_post')
  if (before !== null) return { id: before.id, isKnown: true }
  if (record.today >= (isUntrusted(record) ? UNTRUSTED_REPORTS_A_DAY : REPORTS_A_DAY))
    throw tomorrow(now)
  const [, [made], [standing]] = await insert(db, viewer.uid, { ...what, text }, content, now)
  if (!standing) throw new AppError('internal')
  return { id: standing.id, isKnown: made === undefined }
}

async function insert(
  db: Database,
  uid: number,
  { target, reason, text }: Report,
  content: ReportedContent,
  now: Date,
) {
  const batch = [
    openCase(target, content.subject, now),
    sql<{ id: number }>`
      INSERT INTO reports (case_id, user_id, reason, text, day, created_at)
      VALUES ((${openCaseOf(target)}), ${uid}, ${reason}, ${text}, ${dayOf(now)}, ${now.toISOString()})
      ON CONFLICT DO NOTHING RETURNING id`,
    openReport(uid, target),
    ...(await copyOf(target, content, now)),
  ] as const
  try {
    return await db.batch(batch)
  } catch (error) {
    // Concurrent reports of this user have reached the limit first.
    throw error instanceof AppError && error.code === 'rate_limited' ? tomorrow(now) : error
  }
}

function openCase({ kind, id }: ReportTarget, subject: number, now: Date): Statement {
  return concerning(
    { admins: true },
    sql`
    INSERT INTO report_cases (kind, target_id, subject_id, opened_at)
    SELECT ${kind}, ${id}, ${subject}, ${now.toISOString()} WHERE NOT EXISTS (${openCaseOf({ kind, id })})`,
  )
}

function openReport(uid: number, target: ReportTarget): Statement<{ id: number }> {
  return sql`SELECT id FROM reports WHERE case_id = (${openCaseOf(target)}) AND user_id = ${uid}`
}

function tomorrow(now: Date): AppError {
  const begins = startOfDay(addDays(dayOf(now), 1))
  return new AppError('rate_limited', {
    retryAfterSeconds: Math.ceil((begins.getTime() - now.getTime()) / SECOND),
  })
}

/**
 * The number of rejected reports that can make a user untrusted. The trigger reports_so_many_a_day
 * has the same numbers.
 */
export const WRONG_MIN = 5
/** A user is untrusted only with more rejected reports per upheld report than this number. */
export const WRONG_A_RIGHT = 4

/**
 * An untrusted user may send fewer reports a day. Further upheld reports make a user trusted again.
 */
export function isUntrusted({ upheld, turned_down }: ReporterRecord): boolean {
  return turned_down >= WRONG_MIN && turned_down > WRONG_A_RIGHT * upheld
}

/** The number of reports of a user today, and how many earlier ones were upheld or rejected. */
function reportsToday(uid: number, now: Date): Statement<ReporterRecord & { today: number }> {
  return sql`
    SELECT (SELECT COUNT(*) FROM reports WHERE user_id = ${uid} AND day = ${dayOf(now)}) AS today,
      COALESCE(r.upheld, 0) AS upheld, COALESCE(r.turned_down, 0) AS turned_down
    FROM (SELECT ${uid} AS uid) LEFT JOIN reporters r ON r.user_id = uid`
}

const id = z.int().min(1).optional()

/** Exactly one target: a post, a comment or a user. */
export const ReportInput = z
  .object({
    post_id: id,
    comment_id: id,
    uid: id,
    reason: z.enum(REPORT_REASONS),
    text: text({ max: REPORT_TEXT_MAX }).default(''),
  })
  .superRefine(({ post_id, comment_id, uid }, context) => {
    const named = [post_id, comment_id, uid].filter((id) => id !== undefined)
    if (named.length === 0) context.addIssue({ ...problem('required'), path: ['post_id'] })
    if (named.length > 1) context.addIssue({ ...problem('invalid'), path: ['post_id'] })
  })

/** The form of the page; the target is in its path. */
export const PlainReportInput = z.object({
  reason: ReportInput.shape.reason,
  text: ReportInput.shape.text,
})

export type CopiedComment = Pick<FullComment, 'body' | 'image_key' | 'image_width' | 'image_height'>
export type CopiedProfile = Pick<User, 'username' | 'signature' | 'avatar_key'>

/** The content of a target at the time of a report. */
export interface ReportedContent {
  /** The user who is responsible for the target. */
  subject: number
  title: string
  excerpt: string
  parts: RawContent | CopiedComment | CopiedProfile
  imageKeys: string[]
}

/**
 * A target that is not public is `not_found`, so that deleted or hidden content cannot be reported.
 */
export function reportedContentOf({ kind, id }: ReportTarget): Group<ReportedContent> {
  switch (kind) {
    case 'post':
      return group({ row: found(postById(fullColumns, id, isPublic)) }, ({ row }) => {
        const parts = rawContentOf(row)
        const { title, body, coverUrl } = parts
        return {
          subject: row.author_id,
          title,
          excerpt: summaryOf(body),
          parts,
          imageKeys: imageKeysIn(body, coverUrl, row.share_key),
        }
      })
    case 'comment':
      return group({ row: found(publicComment(id)) }, ({ row }) => commentContent(row))
    case 'user': {
      const profile = sql<CopiedProfile>`
        SELECT username, signature, avatar_key FROM users WHERE uid = ${id} AND status <> 'deleted'`
      return group({ row: found(profile) }, ({ row }) => {
        const parts = profileParts(row)
        const { username, signature, avatar_key } = parts
        return {
          subject: id,
          title: username ?? '',
          excerpt: signature,
          parts,
          imageKeys: keysOf(avatar_key),
        }
      })
    }
  }
}

export function commentContent(comment: CopiedComment & { author_id: number }): ReportedContent {
  const parts = commentParts(comment)
  return {
    subject: comment.author_id,
    title: '',
    excerpt: parts.body,
    parts,
    imageKeys: keysOf(parts.image_key),
  }
}

export function commentParts({
  body,
  image_key,
  image_width,
  image_height,
}: CopiedComment): CopiedComment {
  return { body, image_key, image_width, image_height }
}

export function profileParts({ username, signature, avatar_key }: CopiedProfile): CopiedProfile {
  return { username, signature, avatar_key }
}

function publicComment(id: number) {
  const isOnPublicPost = sql`EXISTS (SELECT 1 FROM posts p WHERE p.id = c.post_id AND ${isPublic})`
  return commentsWhere(sql`c.id = ${id} AND c.deleted_at IS NULL AND ${isOnPublicPost}`)
}

function keysOf(key: string | null): string[] {
  return key === null ? [] : [key]
}

export type ReportKind = ReportCase['kind']

export interface ReportTarget {
  kind: ReportKind
  id: number
}

/** The page to report a target without JavaScript. */
export function reportPath({ kind, id }: ReportTarget): string {
  return `/report/${kind}/${id}`
}

/** The open case of a target, which further reports join. `id` may be an SQL expression. */
function openCaseOf({
  kind,
  id,
}: {
  kind: ReportKind
  id: number | Statement
}): Statement<{ id: number }> {
  return sql`SELECT id FROM report_cases WHERE kind = ${kind} AND target_id = ${id} AND decision IS NULL`
}

/** The maximum number of versions of one target that are stored until a decision. */
export const COPIES_MAX = 10

/** A copy is kept for this many days after the decision, for questions about it. */
export const COPY_DAYS = 30

/**
 * For the batch of a report: stores the content as it is now, with its images, so that an edit or a
 * deletion does not hide it from the admins. All reports of one version share one copy. The trigger
 * report_cases_decide_on_copies starts the time after which `deleteOldCopies` deletes it.
 */
export async function copyOf(
  target: Parameters<typeof openCaseOf>[0],
  { subject, title, excerpt, parts, imageKeys }: ReportedContent,
  now: Date,
): Promise<Statement[]> {
  const digest = await digestOf(parts)
  return [
    sql`
      INSERT INTO report_copies (case_id, subject_id, digest, title, excerpt, created_at, content)
      SELECT k.id, ${subject}, ${digest}, ${title}, ${excerpt}, ${now.toISOString()}, ${await packed(JSON.stringify(parts))}
      FROM (${openCaseOf(target)}) k WHERE (SELECT COUNT(*) FROM report_copies WHERE case_id = k.id) < ${COPIES_MAX}
      ON CONFLICT DO NOTHING`,
    sql`
      INSERT INTO report_copy_images (copy_id, image_key)
      SELECT c.id, value FROM report_copies c, json_each(${JSON.stringify(imageKeys)})
      WHERE c.case_id = (${openCaseOf(target)}) AND c.digest = ${digest}
      ON CONFLICT DO NOTHING`,
  ]
}

/** Two versions with the same digest have the same content. */
export function digestOf(parts: ReportedContent['parts']): Promise<string> {
  return hashOf(JSON.stringify(parts))
}

export async function partsIn<Parts extends ReportedContent['parts']>({
  content,
}: ReportCopy): Promise<Parts> {
  return JSON.parse(await unpacked(content)) as Parts
}

const DELETED_A_RUN = 500

/**
 * For the cron: deletes the copies whose time is over. The trigger
 * report_copies_take_their_images_along releases the images.
 */
export async function deleteOldCopies(db: Database, now: Date): Promise<void> {
  const before = after(now, -COPY_DAYS * DAY).toISOString()
  await db.batch([
    sql`DELETE FROM report_copies WHERE id IN (
      SELECT id FROM report_copies WHERE decided_at <= ${before} ORDER BY decided_at, id LIMIT ${DELETED_A_RUN})`,
  ])
}
