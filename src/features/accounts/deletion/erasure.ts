import { type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Database, Statement } from '#db/client.ts'
import { comments, reportCases } from '#db/schema/community.ts'
import { users } from '#db/schema/core.ts'
import { belongsTo, clearing, isCleared, isUncleared } from '#db/schema/facts.ts'
import { posts } from '#db/schema/publishing.ts'
import { factsOf } from '#db/schema/stored.ts'
import { endAllSessions } from '#features/accounts/sessions/devices.ts'
import { isInUse } from '#features/core/images/uses.ts'
import { unsubscribe } from '#features/core/mail/notice-prefs.ts'
import { remember } from '#features/core/site/state.ts'
import { after, DAY } from '#kernel/clock.ts'

const ACCOUNTS_A_RUN = 100

/**
 * For the cron: erases the accounts whose restore period has ended. Returns the ids of the erased
 * posts, for the search index.
 */
export async function eraseDeletedAccounts(db: Database, now: Date): Promise<number[]> {
  const due = await db.all(sql<{ uid: number }>`
    SELECT uid FROM users WHERE purge_at <= ${now.toISOString()} ORDER BY purge_at LIMIT ${ACCOUNTS_A_RUN}`)
  const erased: number[] = []
  for (const { uid } of due) {
    const [posts] = await db.batch([
      sql<{ id: number }>`SELECT id FROM posts WHERE author_id = ${uid} AND ${isUnpublished}`,
      ...(await eraseAccount(uid, now)),
      remember('erased', now.toISOString()),
    ])
    erased.push(...posts.map(({ id }) => id))
  }
  return erased
}

/**
 * Posts that are not public. A post that an admin locked while it was public stays, so that an
 * unlock can restore it.
 */
const isUnpublished = sql`(deleted_at IS NOT NULL OR (status <> 'approved' AND locked_from IS NOT 'approved'))`

/**
 * Erases the data of an account in all features. The row in `users` stays (trigger
 * users_are_never_deleted). Public posts and comments, reports and the notifications of other users
 * also stay, under "Deleted user". Triggers correct the counters and delete second factors,
 * passkeys, identities at providers and connections to applications.
 * test/features/accounts/deletion/erasure.test.ts compares all tables before and after.
 */
export async function eraseAccount(uid: number, now: Date): Promise<Statement[]> {
  const { TABLES } = await import('#db/schema/index.ts')
  // A pending review would keep its username reserved. The trigger notifications_keep_their_ids
  // prevents that the id of a deleted notice is used again. The triggers
  // letter_subscribers_take_subscriptions_along and letter_subscriptions_count_gone delete what
  // belongs to a subscriber. The clean-up of exports deletes the files without a row.
  const deleted = TABLES.filter((table) => erasureOf(table) === 'deleted')
  const kept = TABLES.filter(
    (table) => erasureOf(table) === 'kept' && table !== users && isCleared(table, 'account'),
  )
  return [
    endAllSessions(uid),
    ...deleted.map((table) => sql`DELETE FROM ${table} WHERE ${belongsTo(table, uid)}`),
    ...unsubscribe(uid),
    sql`DELETE FROM letter_subscriptions WHERE kind = 'author' AND ref = ${String(uid)}`,
    sql`DELETE FROM reset_requests WHERE email = (SELECT email FROM users WHERE uid = ${uid})`,
    // Used invitations stay, with "Deleted user" as the inviter. The trigger
    // invitation_uses_need_an_open_invitation refuses further uses of them.
    sql`DELETE FROM invitations WHERE creator_id = ${uid} AND used = 0 AND batch_id IS NULL`,
    sql`UPDATE users SET ${clearing(users, 'account')} WHERE uid = ${uid} AND purge_at IS NOT NULL`,
    // Must come after the change of status: the default folder of an active account cannot be
    // deleted.
    sql`DELETE FROM folders WHERE user_id = ${uid}`,
    // Must come after the change of status: the ledger refuses it for an active account.
    ...kept.map((table) => clear(table, belongsTo(table, uid))),
    ...eraseDecisions(uid),
    ...eraseUnpublished(uid, now),
    ...eraseSeries(uid),
    sql`DELETE FROM user_follows WHERE follower_id = ${uid}`,
    sql`DELETE FROM user_follows WHERE followed_id = ${uid}`,
    sql`DELETE FROM user_blocks WHERE blocked_id = ${uid}`,
    // The table is small, and the cron replaces its rows every few hours.
    sql`
      DELETE FROM anomalies
      WHERE author_id = ${uid} OR EXISTS (SELECT 1 FROM json_each(accounts) WHERE value ->> 'uid' = ${uid})`,
    sql`DELETE FROM author_sources WHERE author_id = ${uid}`,
  ]
}

const erasureOf = (table: SQLiteTable) => {
  const facts = factsOf(table)
  return facts.of === null ? null : facts.erasure
}

/** Clears the columns with `erase` in the rows that meet the condition. */
function clear(table: SQLiteTable, condition: SQL): Statement {
  return sql`
    UPDATE ${table} SET ${clearing(table, 'account')}
    WHERE ${condition} AND ${isUncleared(table, 'account')}`
}

/**
 * What admins and reporters wrote about the user, and the address of the user as an admin. Must
 * come after the change of status.
 */
function eraseDecisions(uid: number): Statement[] {
  const texts = sql`'$.username', '$.signature', '$.title', '$.body'`
  const closed = sql`SELECT id FROM report_cases WHERE subject_id = ${uid} AND decision IS NOT NULL`
  return [
    sql`
      UPDATE audit_log SET reason = NULL, before = json_remove(before, ${texts}), after = json_remove(after, ${texts})
      WHERE subject_id = ${uid}`,
    sql`UPDATE audit_log SET ip = '' WHERE actor_id = ${uid} AND ip <> ''`,
    // Admins still see the texts and copies of open cases; the trigger
    // report_cases_decide_on_copies deletes them with the decision.
    clear(reportCases, sql`id IN (${closed})`),
    sql`UPDATE reports SET text = '' WHERE case_id IN (${closed}) AND text <> ''`,
    sql`DELETE FROM report_copies WHERE subject_id = ${uid} AND decided_at IS NOT NULL`,
  ]
}

/** Series that readers cannot see are erased. Those with public posts stay with the posts. */
function eraseSeries(uid: number): Statement[] {
  const unseen = sql`user_id = ${uid} AND parts = 0`
  return [
    sql`DELETE FROM series_posts WHERE series_id IN (SELECT id FROM series WHERE ${unseen})`,
    sql`DELETE FROM series WHERE ${unseen}`,
  ]
}

/**
 * Erases everything that was never public, or is public no longer: drafts, deleted posts and
 * comments, earlier texts and unused images.
 */
function eraseUnpublished(uid: number, now: Date): Statement[] {
  const all = sql`SELECT id FROM posts WHERE author_id = ${uid}`
  const unpublished = sql`SELECT id FROM posts WHERE author_id = ${uid} AND ${isUnpublished}`
  return [
    sql`DELETE FROM post_edits WHERE post_id IN (${all})`,
    sql`DELETE FROM post_revisions WHERE post_id IN (${all})`,
    sql`DELETE FROM post_bin WHERE author_id = ${uid}`,
    // The triggers posts_leave_* delete the schedule and the redirects.
    sql`
      UPDATE posts SET version = version + 1, deleted_at = ${now.toISOString()}
      WHERE id IN (${unpublished}) AND deleted_at IS NULL`,
    sql`DELETE FROM redirects WHERE post_id IN (${unpublished})`,
    sql`DELETE FROM post_images WHERE post_id IN (${unpublished})`,
    sql`UPDATE posts SET ${clearing(posts, 'content')} WHERE id IN (${unpublished})`,
    clear(posts, sql`author_id = ${uid}`),
    // The comments of a hidden user can no longer be restored, because their bodies are erased
    // next.
    sql`DELETE FROM hidden_items WHERE hiding_id IN (SELECT id FROM user_hidings WHERE user_id = ${uid})`,
    sql`
      UPDATE comments SET ${clearing(comments, 'content')}
      WHERE author_id = ${uid} AND deleted_at IS NOT NULL AND ${isUncleared(comments, 'content')}`,
    // The clean-up of the same run deletes the files.
    sql`
      UPDATE images SET unused_since = ${after(now, -2 * DAY).toISOString()}
      WHERE user_id = ${uid} AND NOT ${isInUse}`,
  ]
}
