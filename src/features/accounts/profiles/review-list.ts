import { and, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { behindId, type Group, group, type Statement } from '#db/client.ts'
import type { ProfileReview } from '#db/schema/profiles.ts'
import type { ProfileReviewShape } from '#features/accounts/profiles/shapes.ts'
import { asUserRef, type PublicColumns } from '#features/core/people/user-ref.ts'
import type { Language } from '#kernel/i18n.ts'
import { type Page, type PageRequest, pageOf } from '#kernel/paging.ts'

export type ReviewItem = z.infer<typeof ProfileReviewShape>

/** A review with its user. `current_username` is the user's current name. */
export type ReviewRow = Omit<ProfileReview, 'username_key' | 'decided_by'> &
  Pick<PublicColumns, 'uid' | 'avatar_key' | 'exp'> & {
    current_username: string | null
    current_signature: string
    user_status: PublicColumns['status']
  }

/** Undecided reviews, oldest first. */
export function pendingReviews(request: PageRequest, language: Language): Group<Page<ReviewItem>> {
  const waiting = and(sql`r.status = 'pending'`, behindId(request, sql`r.id`, '>'))
  const rows = reviewRows(sql`${waiting} ORDER BY r.id LIMIT ${request.limit + 1}`)
  return group({ rows }, ({ rows }) =>
    pageOf(
      ['profile reviews'],
      rows,
      request,
      ({ id }) => [id, id],
      (row) => asReviewItem(row, language),
    ),
  )
}

export function reviewRows(which: Statement): Statement<ReviewRow> {
  return sql`
    SELECT r.id, r.user_id, r.username, r.signature, r.cost, r.status, r.reason, r.created_at, r.decided_at,
      u.uid, u.username AS current_username, u.signature AS current_signature, u.avatar_key, u.exp,
      u.status AS user_status
    FROM profile_reviews r JOIN users u ON u.uid = r.user_id
    WHERE ${which}`
}

export function asReviewItem(row: ReviewRow, language: Language): ReviewItem {
  const { id, username, signature, current_username, current_signature, cost, created_at } = row
  const user = { ...row, username: current_username, status: row.user_status }
  return {
    ...{ id, username, signature, current_username, current_signature, cost, created_at },
    user: asUserRef(user, language),
  }
}
