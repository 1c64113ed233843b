import { type SQL, sql } from 'drizzle-orm'
import { type Database, type Group, group, one, type Statement } from '#db/client.ts'
import type { ProfileReview } from '#db/schema/accounts.ts'
import type { User } from '#db/schema/core.ts'
import { refuseMisleadingName } from '#features/accounts/profiles/misleading-names.ts'
import { renameCost } from '#features/accounts/profiles/rename.ts'
import { usernameLook } from '#features/accounts/profiles/username-look.ts'
import { siteIdentity } from '#features/core/identity/cached.ts'
import { imageUrl } from '#features/core/people/user-ref.ts'
import { usernameKey } from '#features/core/people/username-key.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { currentWords } from '#features/core/site/blocked-words.ts'
import { cachedSetting, settingOf } from '#features/core/site/settings.ts'
import { completeTask } from '#features/economy/levels/tasks.ts'
import { isAdmin } from '#kernel/roles.ts'

/** A requested change of a profile. Null fields stay unchanged. An empty signature clears the signature. */
export interface ProfileChange {
  username: string | null
  signature: string | null
  /** The key of a new avatar. A change with an avatar has no other fields. */
  avatar?: string | null
}

export type PendingReview = Pick<ProfileReview, 'id' | 'status' | 'username' | 'signature' | 'cost'> & {
  /** Only for a new avatar. */
  avatar_url?: string
}

/**
 * Every change starts as a review, even if reviews are off. The row locks the profile (one per user), reserves the name and stores
 * the cost. `uid` may be a subquery in parentheses, for a user who is created in the same batch. These triggers refuse conflicts:
 * profile_reviews_one_at_a_time, profile_reviews_name_is_free, profile_reviews_same_look_new, users_name_is_not_reserved and users_new_name_is_not_reserved.
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
 * Applies a change, gives its rewards and closes its review. The batch fails if the review is already decided.
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

/** Open pages still show the old image, so the cleanup deletes it a day later. */
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

/** The requested signature: a review of an avatar repeats the current one (migrations/db). */
export function ownSignature(reviews: SQL): SQL {
  return sql`iif(${reviews}.avatar_key IS NULL, ${reviews}.signature, NULL) AS signature`
}

/** Whether profile changes are reviewed, and the viewer's pending change. */
export async function auditStatus(db: Database, viewer: Viewer) {
  return db.read({ audit_enabled: settingOf('audit.enabled'), review: pendingReview(viewer.uid) })
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
  const change = { username, signature: null }
  return [
    submitReview(uid, change, now),
    ...((await needsProfileReview(db, null, change, now)) ? [] : acceptReview(uid, change, now)),
  ]
}

/** Whether admins review a change: if `audit.enabled` is on, or if it has a word of the list. Profiles of admins may have one. */
export async function needsProfileReview(
  db: Database,
  viewer: Pick<User, 'role'> | null,
  { username, signature }: ProfileChange,
  now: Date,
): Promise<boolean> {
  const { isOn, words } = await db.read({ isOn: cachedSetting('audit.enabled', now), words: currentWords(now) })
  return isOn || (!isAdmin(viewer) && words.find(`${username ?? ''}\n${signature ?? ''}`) !== null)
}
