import { sql } from 'drizzle-orm'
import { type Database, one, type Statement } from '#db/client.ts'
import type { ProfileReview } from '#db/schema/accounts.ts'
import { refuseMisleadingName } from '#features/accounts/profiles/misleading-names.ts'
import { renameCost } from '#features/accounts/profiles/rename.ts'
import { usernameLook } from '#features/accounts/profiles/username-look.ts'
import { siteIdentity } from '#features/core/identity/cached.ts'
import { usernameKey } from '#features/core/people/username-key.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { settingIsOn, settingOf } from '#features/core/site/settings.ts'
import { completeTask } from '#features/economy/levels/tasks.ts'

/** A requested change of a profile. Null fields stay unchanged. An empty signature clears the signature. */
export interface ProfileChange {
  username: string | null
  signature: string | null
}

export type PendingReview = Pick<ProfileReview, 'id' | 'status' | 'username' | 'signature' | 'cost'>

/**
 * Every change starts as a review, even if reviews are off. The row locks the profile (one per user), reserves the name and stores
 * the cost. `uid` may be a subquery in parentheses, for a user who is created in the same batch. These triggers refuse conflicts:
 * profile_reviews_one_at_a_time, profile_reviews_name_is_free, profile_reviews_same_look_new, users_name_is_not_reserved and users_new_name_is_not_reserved.
 */
export function submitReview(uid: number | Statement, { username, signature }: ProfileChange, now: Date): Statement {
  return sql`
    INSERT INTO profile_reviews (user_id, username, username_key, username_look, signature, cost, created_at)
    SELECT uid, ${username}, ${username && usernameKey(username)}, ${username && usernameLook(username)}, ${signature},
      ${renameCost(username)}, ${now.toISOString()}
    FROM users WHERE uid = ${uid}`
}

/**
 * Applies a change, gives its rewards and closes its review. The batch fails if the review is already decided.
 */
export function acceptReview(
  uid: number | Statement,
  { username, signature }: ProfileChange,
  now: Date,
  decision?: { id: number; by: number },
): Statement[] {
  const review = decision ? sql`id = ${decision.id}` : sql`user_id = ${uid} AND status = 'pending'`
  return [
    sql`UPDATE users
        SET username = COALESCE(review.username, users.username),
          username_key = COALESCE(review.username_key, users.username_key),
          username_look = iif(review.username IS NULL, users.username_look, review.username_look),
          signature = COALESCE(review.signature, users.signature)
        FROM (SELECT * FROM profile_reviews WHERE ${review}) AS review WHERE users.uid = review.user_id`,
    ...(username ? completeTask(uid, 'username', now) : []),
    ...(signature ? completeTask(uid, 'signature', now) : []),
    sql`UPDATE profile_reviews
        SET status = 'approved', decided_at = ${now.toISOString()}, decided_by = ${decision?.by ?? null}
        WHERE ${review}`,
  ]
}

export function pendingReview(uid: number): Statement<PendingReview> {
  return sql`
    SELECT id, status, username, signature, cost FROM profile_reviews WHERE user_id = ${uid} AND status = 'pending'`
}

/** Whether profile changes are reviewed, and the viewer's pending change. */
export async function auditStatus(db: Database, viewer: Viewer) {
  return db.read({ audit_enabled: settingOf('audit.enabled'), review: one(pendingReview(viewer.uid)) })
}

/**
 * Sets the first username of an account as the settings do: free, with its reward, and after a review if `audit.enabled` is on.
 * `uid` may be a subquery in parentheses, for a user who is created in the same batch.
 */
export async function firstName(
  db: Database,
  uid: number | Statement,
  username: string,
  now: Date,
): Promise<Statement[]> {
  refuseMisleadingName(username, (await siteIdentity(db, now)).name)
  const isReviewed = await settingIsOn(db, 'audit.enabled', now)
  const change = { username, signature: null }
  return [submitReview(uid, change, now), ...(isReviewed ? [] : acceptReview(uid, change, now))]
}
