import { sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import type { Viewer } from '#features/people/viewer.ts'

/** What the service holds on a person, by the name it has in the file. Secrets are no data about a person. */
const HOLDINGS: Record<string, (uid: number) => Statement> = {
  account: (uid) => sql`
    SELECT uid, email, username, signature, avatar_key, exp, energy, role, status, followers_count, following_count,
      followers_public, created_at, purge_at
    FROM users WHERE uid = ${uid}`,
  sessions: (uid) => sql`
    SELECT sid, ip, user_agent, remark, created_at, last_used_at, expires_at FROM sessions WHERE user_id = ${uid}`,
  notification_switches: (uid) => sql`
    SELECT notify_comment AS comment, notify_reply AS reply, notify_like AS "like", notify_follow AS follow
    FROM users WHERE uid = ${uid}`,
  notifications: (uid) => sql`
    SELECT id, kind, category, related_id, data, read, created_at FROM notifications
    WHERE user_id = ${uid} ORDER BY id`,
  profile_changes: (uid) => sql`
    SELECT username, signature, cost, status, reason, created_at, decided_at FROM profile_reviews
    WHERE user_id = ${uid} ORDER BY id`,
}

export async function exportOf(db: Database, viewer: Viewer, now: Date): Promise<Record<string, unknown>> {
  const names = Object.keys(HOLDINGS)
  const rows = await db.batch(Object.values(HOLDINGS).map((holding) => holding(viewer.uid)))
  return {
    exported_at: now.toISOString(),
    ...Object.fromEntries(names.map((name, index) => [name, rows[index] ?? []])),
  }
}
