import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { type Database, found, type Group, group, one, type Statement } from '#db/client.ts'
import type { ReportRow } from '#db/schema/community.ts'
import { personOf, setStatusOf } from '#features/accounts/status/status-and-role.ts'
import { adminDeletion, commentToDelete } from '#features/community/comments/delete.ts'
import type { ReportTarget } from '#features/community/reports/report.ts'
import { noticeToEach, type ReportClosed } from '#features/core/notifications/notices.ts'
import { fixedText, type Nameless, nameless } from '#features/core/people/nameless.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { type AuditActor, auditEntry } from '#features/core/site/audit-log.ts'
import { inBothLanguages, REPORT_NOTES } from '#features/operations/admin/frame/canned-reasons.ts'
import { reasonInput, restrictionDays } from '#features/operations/admin/frame/inputs.ts'
import {
  casesWhere,
  type FullCase,
  isRemoved,
  ReportDecisionShape,
  reportedTitleOf,
} from '#features/operations/admin/reports/case.ts'
import { hideAllOf, type Slice } from '#features/operations/hiding/hide.ts'
import { adminPostDeletion } from '#features/publishing/posts/bin.ts'
import { fullColumns, isInBin, postById } from '#features/publishing/posts/post.ts'
import { decideOn } from '#features/publishing/review/decide.ts'
import { AppError } from '#kernel/errors.ts'
import { fieldProblem } from '#kernel/fields.ts'

/** `days` and `hide` belong to a ban. `ban` adds one to the deletion of a post or comment. */
export const CloseInput = z.object({
  decision: ReportDecisionShape,
  note: reasonInput.optional(),
  ban: z
    .boolean()
    .optional()
    .describe('With true, the author of the post or comment is also banned.'),
  /** The days after which the ban ends. */
  days: restrictionDays,
  hide: z
    .boolean()
    .optional()
    .describe('With true, the ban also hides all posts and comments of the user.'),
})

type Closing = z.output<typeof CloseInput>

interface Closed extends Pick<Closing, 'decision'> {
  reports_count: number
  /** Whether the target was removed: it was public, or it could have become public again. */
  hasRemoved: boolean
  /** The items that “ban and hide” has hidden. Null without it. */
  hidden: Slice | null
}

/**
 * Closes all reports of one target with one decision. A removal applies in every state: a post in
 * the bin or a draft is locked too, and a comment of a deleted post is deleted.
 *
 * Every reporter is notified about the content, not about a ban of its author. The triggers
 * report_cases_count_for_reporters and report_cases_total_decided update their records.
 *
 * Decision, deletion and ban are one batch. If two admins decide at the same time, the trigger
 * report_cases_are_decided_once refuses the second batch as a whole.
 */
export async function closeCase(
  db: Database,
  admin: Viewer & AuditActor,
  target: ReportTarget,
  closing: Closing,
  now: Date,
): Promise<Closed> {
  refuseBanOptions(target, closing)
  const which = sql`k.kind = ${target.kind} AND k.target_id = ${target.id} AND k.decision IS NULL`
  const { note, open, ban, remove, reason } = await db.read({
    note: nameless(closing.note),
    open: found(casesWhere(which)),
    // The removal of a reported user is a ban already.
    ban:
      closing.ban && target.kind !== 'user'
        ? deletionAndBan(db, admin, target, closing, now)
        : null,
    remove: removal(db, admin, target, closing, now),
    reason: one(sql<Pick<ReportRow, 'reason'>>`
      SELECT r.reason FROM reports r JOIN report_cases k ON k.id = r.case_id WHERE ${which}
      GROUP BY r.reason ORDER BY COUNT(*) DESC LIMIT 1`),
  })
  const decided = decision(admin, open, { ...closing, note, banned: ban !== null }, now)
  const removes = closing.decision === 'removed' && (closing.hide || !isRemoved(open))
  const act = ban ?? (removes ? remove : null)
  const hidden: Slice | null = act
    ? await act(
        note ?? fixedText(inBothLanguages(REPORT_NOTES[reason?.reason ?? 'other'])),
        decided,
      )
    : await db.batch(decided).then(nothing)
  return {
    decision: closing.decision,
    reports_count: open.reports_count,
    hasRemoved: act !== null,
    hidden,
  }
}

/**
 * Options of a ban are refused if the decision bans no user. Ignoring them would leave content
 * public that the admin wants to hide.
 */
function refuseBanOptions({ kind }: ReportTarget, { decision, ban, days, hide }: Closing): void {
  if (decision === 'removed' && (kind === 'user' || ban)) return
  const given = [
    ...(ban ? ['ban'] : []),
    ...(days === undefined ? [] : ['days']),
    ...(hide ? ['hide'] : []),
  ]
  if (given.length === 0) return
  throw new AppError('validation_failed', {
    fields: Object.fromEntries(given.map((field) => [field, fieldProblem('invalid')])),
  })
}

function decision(
  admin: AuditActor,
  row: FullCase,
  { decision, note, banned }: Closing & { note: Nameless | undefined; banned: boolean },
  now: Date,
): Statement[] {
  const { id, kind, target_id, subject_id, reports_count } = row
  const entry = {
    target: [kind, target_id],
    subject: subject_id,
    reason: note,
    after: { decision, reports_count, ...(banned && { banned }) },
  } as const
  const about: ReportClosed = {
    event: 'report_closed',
    decision,
    thing: kind,
    title: reportedTitleOf(row),
    reason: note ?? null,
  }
  const relatedId = kind === 'post' ? target_id : row.comment_post_id
  const reporters = sql`SELECT user_id AS uid, row_number() OVER () - 1 AS nth FROM reports WHERE case_id = ${id}`
  return [
    auditEntry(admin, { action: 'report.close', ...entry }, now),
    sql`UPDATE report_cases
        SET decision = ${decision}, note = ${note ?? null}, decided_by = ${admin.uid}, decided_at = ${now.toISOString()}
        WHERE id = ${id}`,
    noticeToEach(
      reporters,
      { kind: 'NotifySystem', relatedId, actorId: admin.uid, data: { ...about } },
      now,
    ),
  ]
}

/**
 * Removes the target. The statements of `extra` run in the same batch. Returns the items that “ban
 * and hide” has hidden, or null without it.
 */
type Remove = (reason: Nameless, extra: Statement[]) => Promise<Slice | null>

/**
 * The function that removes the target. It runs the regular admin command (lock, delete or ban), so
 * that the same rules and notices apply. Null if there is nothing left to remove: a deleted comment
 * or account. A deleted post is still found, because a post in the bin is locked too.
 */
function removal(
  db: Database,
  admin: Viewer & AuditActor,
  { kind, id }: ReportTarget,
  { days, hide }: Closing,
  now: Date,
): Group<Remove | null> {
  switch (kind) {
    case 'post':
      return group(
        { post: one(postById(fullColumns, id)) },
        ({ post }) =>
          post &&
          ((reason, extra) =>
            decideOn(db, admin, post, { move: 'lock', reason }, now, extra).then(nothing)),
      )
    case 'comment':
      return group(
        { comment: one(commentToDelete(admin, id)) },
        ({ comment }) =>
          comment &&
          ((reason, extra) =>
            db.batch([...adminDeletion(admin, comment, reason, now), ...extra]).then(nothing)),
      )
    case 'user':
      return group(
        { person: one(personOf(id)) },
        ({ person }) =>
          person &&
          ((reason, extra) =>
            hide
              ? hideAllOf(db, admin, person, { reason, days }, now, extra)
              : setStatusOf(db, admin, person, { status: 'banned', reason, days }, now, extra).then(
                  nothing,
                )),
      )
  }
}

/**
 * Runs the regular commands that delete the target and ban its author. If the author is banned
 * already, hiding all content is still possible; everything else that a ban cannot do is refused.
 */
function deletionAndBan(
  db: Database,
  admin: Viewer & AuditActor,
  { kind, id }: ReportTarget,
  { days, hide }: Closing,
  now: Date,
): Group<Remove> {
  const isPost = kind === 'post'
  const subject = sql`(SELECT author_id FROM ${isPost ? sql`posts` : sql`comments`} WHERE id = ${id})`
  return group(
    {
      post: isPost
        ? one(postById(fullColumns, id, sql`(p.deleted_at IS NULL OR ${isInBin})`))
        : null,
      comment: isPost ? null : one(commentToDelete(admin, id)),
      author: one(personOf(subject)),
    },
    ({ post, comment, author }) =>
      (reason, extra) => {
        if (author === null) throw new AppError('invalid_transition')
        const statements = [
          ...(post ? adminPostDeletion(admin, post, reason, now) : []),
          ...(comment ? adminDeletion(admin, comment, reason, now) : []),
          ...extra,
        ]
        return hide
          ? hideAllOf(db, admin, author, { reason, days }, now, statements)
          : setStatusOf(
              db,
              admin,
              author,
              { status: 'banned', reason, days },
              now,
              statements,
            ).then(nothing)
      },
  )
}

const nothing = () => null
