import { sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import { endTokens } from '#features/accounts/recovery/tokens.ts'
import { endAllSessions } from '#features/accounts/sessions/devices.ts'
import { unsubscribe } from '#features/core/mail/notice-prefs.ts'

const ACCOUNTS_A_RUN = 100

/** For the cron: erases the accounts whose restore period has ended. */
export async function eraseDeletedAccounts(db: Database, now: Date): Promise<void> {
  const due = await db.all(sql<{ uid: number }>`
    SELECT uid FROM users WHERE purge_at <= ${now.toISOString()} ORDER BY purge_at LIMIT ${ACCOUNTS_A_RUN}`)
  for (const { uid } of due) await db.batch(eraseAccount(uid))
}

/**
 * Erases the data of an account in all features. The row in `users` stays (trigger users_are_never_deleted). Posts, comments,
 * reports and the notifications of other users also stay, under "Deleted user". Triggers correct the counters and delete second
 * factors, passkeys, identities at providers and connections to applications.
 */
export function eraseAccount(uid: number): Statement[] {
  return [
    endAllSessions(uid),
    endTokens(uid),
    sql`DELETE FROM sign_ins WHERE user_id = ${uid}`,
    // A pending review would keep its username reserved.
    sql`DELETE FROM profile_reviews WHERE user_id = ${uid}`,
    // The trigger notifications_keep_their_ids prevents reuse of a deleted id.
    sql`DELETE FROM notifications WHERE user_id = ${uid}`,
    sql`DELETE FROM unread_counts WHERE user_id = ${uid}`,
    ...unsubscribe(uid),
    sql`DELETE FROM outbox WHERE user_id = ${uid}`,
    // The clean-up of exports deletes files without a row.
    sql`DELETE FROM account_exports WHERE user_id = ${uid}`,
    // The trigger invitation_uses_need_an_open_invitation refuses the remaining ones. Used invitations stay, with "Deleted user" as the inviter.
    sql`DELETE FROM invitations WHERE creator_id = ${uid} AND used = 0 AND batch_id IS NULL`,
    sql`UPDATE invitation_batches SET note = '' WHERE creator_id = ${uid}`,
    sql`
      UPDATE users
      SET email = NULL, password_hash = NULL, username = NULL, username_key = NULL, signature = '', avatar_key = NULL,
        status = 'deleted', role = 'user', purge_at = NULL, ban_reason = NULL, ban_ends_at = NULL,
        silenced_at = NULL, silence_reason = NULL, silence_ends_at = NULL, email_unreachable_at = NULL,
        email_verified_at = NULL, email_asserted = 0, time_zone = NULL, browser_time_zone = NULL
      WHERE uid = ${uid} AND purge_at IS NOT NULL`,
    // Must come after the change of status: the default folder of an active account cannot be deleted.
    sql`DELETE FROM folders WHERE user_id = ${uid}`,
    sql`
      UPDATE audit_log SET before = NULL, after = NULL
      WHERE subject_id = ${uid} AND action IN ('profile.approve', 'profile.reject')`,
    sql`DELETE FROM user_follows WHERE follower_id = ${uid}`,
    sql`DELETE FROM user_follows WHERE followed_id = ${uid}`,
    sql`DELETE FROM user_blocks WHERE user_id = ${uid}`,
    sql`DELETE FROM user_blocks WHERE blocked_id = ${uid}`,
    // Comments keep their text but no longer link to the user.
    sql`UPDATE comment_mentions SET name = '' WHERE user_id = ${uid}`,
    sql`UPDATE reports SET text = '' WHERE user_id = ${uid} AND text <> ''`,
    // Admins still see the copies of open cases; the trigger report_cases_decide_on_copies deletes them with the decision.
    sql`DELETE FROM report_copies WHERE subject_id = ${uid} AND decided_at IS NOT NULL`,
    sql`DELETE FROM post_schedules WHERE author_id = ${uid}`,
    sql`
      DELETE FROM post_revisions
      WHERE post_id IN (SELECT id FROM posts WHERE author_id = ${uid} AND deleted_at IS NULL)`,
    sql`UPDATE posts SET import_key = NULL WHERE author_id = ${uid} AND import_key IS NOT NULL`,
    // The cron replaces the small table every few hours.
    sql`
      DELETE FROM anomalies
      WHERE author_id = ${uid} OR EXISTS (SELECT 1 FROM json_each(accounts) WHERE value ->> 'uid' = ${uid})`,
    sql`DELETE FROM author_sources WHERE author_id = ${uid}`,
  ]
}
