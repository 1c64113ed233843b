import { and, sql } from 'drizzle-orm'
import type * as z from 'zod'
import {
  behindId,
  type Database,
  found,
  type Group,
  group,
  pageGroup,
  type Statement,
} from '#db/client.ts'
import type { ProfileReview } from '#db/schema/accounts.ts'
import {
  acceptReview,
  type DecidedReviewShape,
  ownSignature,
  type ProfileReviewShape,
  refundRename,
} from '#features/accounts/profiles/review.ts'
import { refuseMisleadingName } from '#features/accounts/profiles/usernames.ts'
import { siteIdentity } from '#features/core/identity/identity.ts'
import { systemNotice } from '#features/core/notifications/notices.ts'
import { nameless } from '#features/core/people/nameless.ts'
import { asUserRef, imageUrl, type PublicColumns } from '#features/core/people/user-ref.ts'
import { type AuditActor, auditEntry } from '#features/core/site/audit-log.ts'
import { AppError } from '#kernel/errors.ts'
import type { Language } from '#kernel/i18n.ts'
import { cursorBy, type Page, type PageRequest } from '#kernel/paging.ts'

export const PROFILE_REASON_MAX = 200

export async function approveProfile(
  db: Database,
  admin: AuditActor,
  reviewId: number,
  now: Date,
): Promise<ReviewRow> {
  const review = await db.read(undecidedReview(reviewId))
  // The naming rules may have changed since the name was submitted.
  if (review.username !== null)
    refuseMisleadingName(review.username, (await siteIdentity(db, now)).name)
  return decided(db, reviewId, [
    ...acceptReview(review.uid, { ...review, avatar: review.new_avatar_key }, now, {
      id: reviewId,
      by: admin.uid,
    }),
    systemNotice({ to: review.uid, by: admin.uid, about: { event: 'profile_approved' } }, now),
    auditEntry(
      admin,
      { action: 'profile.approve', target: ['profile_review', reviewId], ...changed(review) },
      now,
    ),
  ])
}

/** Rejects a change, and refunds the cost of a rename. */
export async function rejectProfile(
  db: Database,
  admin: AuditActor,
  reviewId: number,
  given: string | null,
  now: Date,
): Promise<ReviewRow> {
  const { review, reason } = await db.read({
    review: undecidedReview(reviewId),
    reason: nameless(given),
  })
  return decided(db, reviewId, [
    sql`UPDATE profile_reviews
        SET status = 'rejected', reason = ${reason}, decided_at = ${now.toISOString()}, decided_by = ${admin.uid}
        WHERE id = ${reviewId}`,
    ...refundRename(review.uid, review.cost, now),
    systemNotice(
      { to: review.uid, by: admin.uid, about: { event: 'profile_rejected', reason } },
      now,
    ),
    auditEntry(
      admin,
      {
        action: 'profile.reject',
        target: ['profile_review', reviewId],
        reason,
        ...changed(review),
      },
      now,
    ),
  ])
}

export function asDecidedReview(
  row: ReviewRow,
  language: Language,
): z.infer<typeof DecidedReviewShape> {
  const { status, reason, decided_at } = row
  if (status === 'pending' || decided_at === null)
    throw new Error(`review ${row.id} is not decided`)
  return { ...asReviewItem(row, language), status, reason, decided_at }
}

/** The fields of an audit log entry: the profile before, and the requested change. */
function changed({
  uid,
  username,
  signature,
  new_avatar_key,
  current_username,
  current_signature,
}: ReviewRow) {
  return {
    subject: uid,
    before: { username: current_username, signature: current_signature },
    after: { username, signature, ...(new_avatar_key !== null && { avatar: true }) },
  }
}

/**
 * Refuses a review that is already decided. Two concurrent decisions can both pass this check; the
 * trigger profile_reviews_are_decided_once then refuses the second.
 */
function undecidedReview(id: number): Group<ReviewRow> {
  return group({ review: found(reviewRows(sql`r.id = ${id}`)) }, ({ review }) => {
    if (review.status !== 'pending') throw new AppError('invalid_transition')
    return review
  })
}

async function decided(db: Database, id: number, decision: Statement[]): Promise<ReviewRow> {
  const [row] = await db.lastOf([...decision, reviewRows(sql`r.id = ${id}`)])
  if (row === undefined) throw new AppError('not_found')
  return row
}

export type ReviewItem = z.infer<typeof ProfileReviewShape>

/** A review with its user. `current_username` is the user's current name. */
export type ReviewRow = Omit<
  ProfileReview,
  'username_key' | 'username_look' | 'username_outline' | 'avatar_key' | 'decided_by'
> &
  Pick<PublicColumns, 'uid' | 'avatar_key' | 'exp'> & {
    new_avatar_key: string | null
    current_username: string | null
    current_signature: string
    user_status: PublicColumns['status']
  }

/** Undecided reviews, oldest first. */
export function pendingReviews(request: PageRequest, language: Language): Group<Page<ReviewItem>> {
  const waiting = and(sql`r.status = 'pending'`, behindId(request, sql`r.id`, '>'))
  const rows = reviewRows(sql`${waiting} ORDER BY r.id LIMIT ${request.limit + 1}`)
  return pageGroup(['profile reviews'], request, rows, cursorBy('id', 'id'), (row) =>
    asReviewItem(row, language),
  )
}

function reviewRows(which: Statement): Statement<ReviewRow> {
  return sql`
    SELECT r.id, r.user_id, r.username, ${ownSignature(sql.raw('r'))}, r.avatar_key AS new_avatar_key, r.cost, r.status, r.reason, r.created_at, r.decided_at,
      u.uid, u.username AS current_username, u.signature AS current_signature, u.avatar_key, u.exp,
      u.status AS user_status
    FROM profile_reviews r JOIN users u ON u.uid = r.user_id
    WHERE ${which}`
}

function asReviewItem(row: ReviewRow, language: Language): ReviewItem {
  const {
    id,
    username,
    signature,
    new_avatar_key,
    current_username,
    current_signature,
    cost,
    created_at,
  } = row
  const user = { ...row, username: current_username, status: row.user_status }
  return {
    id,
    username,
    signature,
    current_username,
    current_signature,
    cost,
    created_at,
    avatar_url: imageUrl(new_avatar_key),
    user: asUserRef(user, language),
  }
}
