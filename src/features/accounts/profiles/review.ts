import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { type Database, type Group, group, one, type Statement } from '#db/client.ts'
import type { User } from '#db/schema/core.ts'
import { refuseMisleadingName, usernameLook } from '#features/accounts/profiles/usernames.ts'
import { siteIdentity } from '#features/core/identity/identity.ts'
import { imageUrl, MeShape, UserRefShape } from '#features/core/people/user-ref.ts'
import { usernameKey } from '#features/core/people/username-key.ts'
import { currentWords } from '#features/core/site/blocked-words.ts'
import { cachedSetting } from '#features/core/site/settings.ts'
import { ledgerEntry } from '#features/economy/energy/ledger.ts'
import { completeTask } from '#features/economy/levels/tasks.ts'
import { line } from '#kernel/fields.ts'
import { isAdmin } from '#kernel/roles.ts'

/**
 * A requested change of a profile. Fields that are null stay unchanged. An empty signature removes
 * the signature.
 */
export interface ProfileChange {
  username: string | null
  signature: string | null
  /** The key of a new avatar. A change with an avatar has no other fields. */
  avatar?: string | null
}

export type PendingReview = z.infer<typeof PendingReviewShape>

/** The stored changes of a user. The trigger profile_reviews_fifty_at_most deletes older ones. */
export const PROFILE_CHANGES_MAX = 50

/**
 * Every change starts as a review, even if reviews are off. The row locks the profile (one per
 * user), reserves the name and stores the cost. `uid` may be a subquery in parentheses, for a user
 * who is created in the same batch. These triggers refuse conflicts: profile_reviews_one_at_a_time,
 * profile_reviews_name_is_free, profile_reviews_same_look_new, users_name_is_not_reserved and
 * users_new_name_is_not_reserved.
 */
export function submitReview(uid: number | Statement, change: ProfileChange, now: Date): Statement {
  const { username, signature, avatar = null } = change
  return sql`
    INSERT INTO profile_reviews (user_id, username, username_key, username_look, signature, avatar_key, cost, created_at)
    SELECT uid, ${username}, ${username && usernameKey(username)}, ${username && usernameLook(username)},
      ${avatar === null ? signature : sql`signature`}, ${avatar}, ${renameCost(username)}, ${now.toISOString()}
    FROM users WHERE uid = ${uid}`
}

/**
 * Applies a change, gives its rewards and closes its review. The batch fails if the review is
 * already decided.
 */
export function acceptReview(
  uid: number | Statement,
  { username, signature, avatar = null }: ProfileChange,
  now: Date,
  decision?: { id: number; by: number },
): Statement[] {
  const review = decision ? sql`id = ${decision.id}` : sql`user_id = ${uid} AND status = 'pending'`
  return [
    ...(avatar === null ? [] : [retireAvatar(uid, now)]),
    sql`UPDATE users
        SET username = COALESCE(review.username, users.username),
          username_key = COALESCE(review.username_key, users.username_key),
          username_look = iif(review.username IS NULL, users.username_look, review.username_look),
          signature = COALESCE(review.signature, users.signature),
          avatar_key = COALESCE(review.avatar_key, users.avatar_key)
        FROM (SELECT * FROM profile_reviews WHERE ${review}) AS review WHERE users.uid = review.user_id`,
    ...(username ? completeTask(uid, 'username', now) : []),
    ...(signature ? completeTask(uid, 'signature', now) : []),
    ...(avatar === null ? [] : completeTask(uid, 'avatar', now)),
    sql`UPDATE profile_reviews
        SET status = 'approved', decided_at = ${now.toISOString()}, decided_by = ${decision?.by ?? null}
        WHERE ${review}`,
  ]
}

/**
 * Marks the current avatar as unused. Open pages still show it, so the clean-up deletes it only a
 * day later.
 */
export function retireAvatar(uid: number | Statement, now: Date): Statement {
  return sql`
    UPDATE images SET unused_since = ${now.toISOString()} WHERE key = (SELECT avatar_key FROM users WHERE uid = ${uid})`
}

export function pendingReview(uid: number): Group<PendingReview | null> {
  const row = one(sql<Omit<PendingReview, 'avatar_url'> & { avatar_key: string | null }>`
    SELECT id, status, username, ${ownSignature(sql.raw('profile_reviews'))}, cost, avatar_key FROM profile_reviews
    WHERE user_id = ${uid} AND status = 'pending'`)
  return group({ row }, ({ row }) => {
    if (row === null) return null
    const { avatar_key, ...review } = row
    const url = imageUrl(avatar_key)
    return url === null ? review : { ...review, avatar_url: url }
  })
}

/**
 * The requested signature. A review of an avatar repeats the current signature (migrations/db),
 * which is not requested.
 */
export function ownSignature(reviews: SQL): SQL {
  return sql`iif(${reviews}.avatar_key IS NULL, ${reviews}.signature, NULL) AS signature`
}

/**
 * Sets the first username of an account as the settings do: free, with its reward, and after a
 * review if changes are reviewed. `uid` may be a subquery in parentheses, for a user who is created
 * in the same batch.
 */
export async function firstName(
  db: Database,
  uid: number | Statement,
  username: string,
  now: Date,
): Promise<Statement[]> {
  refuseMisleadingName(username, (await siteIdentity(db, now)).name)
  const change = { username, signature: null }
  return [
    submitReview(uid, change, now),
    ...((await needsProfileReview(db, null, change, now)) ? [] : acceptReview(uid, change, now)),
  ]
}

/**
 * Whether admins review a change: if `audit.enabled` is on, or if the change has a blocked word.
 * The profiles of admins may have one.
 */
export async function needsProfileReview(
  db: Database,
  viewer: Pick<User, 'role'> | null,
  { username, signature }: ProfileChange,
  now: Date,
): Promise<boolean> {
  const { isOn, words } = await db.read({
    isOn: cachedSetting('audit.enabled', now),
    words: currentWords(now),
  })
  return isOn || (!isAdmin(viewer) && words.find(`${username ?? ''}\n${signature ?? ''}`) !== null)
}

export const RENAME_COST = 6

/**
 * The cost of this name, as an SQL expression over a row of `users`. It is evaluated in the
 * transaction, so that only one of two concurrent first names is free. A name with the same key,
 * such as other upper and lower case, costs nothing.
 */
export function renameCost(username: string | null): Statement {
  return sql`CASE
    WHEN ${username} IS NULL OR username_key IS ${username && usernameKey(username)} THEN 0
    WHEN NOT EXISTS (SELECT 1 FROM user_tasks WHERE user_id = users.uid AND task = 'username') THEN 0
    ELSE ${RENAME_COST} END`
}

/**
 * Charges the cost of the user's pending change. A negative balance refuses the entry and rolls
 * back the batch.
 */
export function chargeRename(uid: number, now: Date): Statement {
  const only = sql`EXISTS (SELECT 1 FROM profile_reviews WHERE user_id = ${uid} AND status = 'pending' AND cost > 0)`
  return ledgerEntry({ uid, amount: -RENAME_COST, reason: 'rename', only }, now)
}

export function refundRename(uid: number, cost: number, now: Date): Statement[] {
  return cost === 0 ? [] : [ledgerEntry({ uid, amount: cost, reason: 'rename_refund' }, now)]
}

export const SIGNATURE_MAX = 80

export const SignatureInput = line({ max: SIGNATURE_MAX }).transform((value) =>
  value.replace(/\s+/g, ' '),
)

/**
 * The viewer's pending change. `username` and `signature` are null if they stay unchanged;
 * `avatar_url` is a new avatar.
 */
const PendingReviewShape = z
  .object({
    id: z.int(),
    status: z.literal('pending'),
    username: z.string().nullable(),
    signature: z.string().nullable(),
    cost: z.int().min(0),
    avatar_url: z.string().optional(),
  })
  .meta({ id: 'PendingProfileReview' })

export const ChangedShape = z.object({ user: MeShape, review: z.null() })
export const SubmittedShape = z.object({ user: MeShape, review: PendingReviewShape })
export const AuditStatusShape = z.object({
  audit_enabled: z.boolean(),
  review: PendingReviewShape.nullable(),
})
export const AvatarShape = z.object({ avatar_url: z.string() })
/** `avatar_url` is the avatar that is shown until the decision. */
export const SubmittedAvatarShape = z.object({
  avatar_url: z.string().nullable(),
  review: PendingReviewShape,
})

/** The requested change with the current profile, for an admin to decide. */
export const ProfileReviewShape = z
  .object({
    id: z.int(),
    user: UserRefShape,
    username: z.string().nullable(),
    signature: z.string().nullable(),
    current_username: z.string().nullable(),
    current_signature: z.string(),
    avatar_url: z.string().nullable(),
    cost: z.int().min(0),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'ProfileReview' })

export const DecidedReviewShape = z
  .object({
    ...ProfileReviewShape.shape,
    status: z.enum(['approved', 'rejected']),
    reason: z.string().nullable(),
    decided_at: z.iso.datetime(),
  })
  .meta({ id: 'DecidedProfileReview' })
