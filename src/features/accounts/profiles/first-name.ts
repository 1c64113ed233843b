import type { Database, Statement } from '#db/client.ts'
import { refuseMisleadingName } from '#features/accounts/profiles/misleading-names.ts'
import { acceptReview, submitReview } from '#features/accounts/profiles/review.ts'
import { siteIdentity } from '#features/core/identity/cached.ts'
import { settingIsOn } from '#features/core/site/settings.ts'

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
