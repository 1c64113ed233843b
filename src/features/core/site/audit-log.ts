import { sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import type { AuditRow } from '#db/schema/core.ts'
import type { Nameless } from '#features/core/people/nameless.ts'
import type { Viewer } from '#features/core/people/viewer.ts'

/** The acting admin or owner, with their IP address. */
export interface AuditActor {
  uid: number
  ip: string
}

export interface AuditEntry {
  action: AuditAction
  target: readonly [type: AuditRow['target_type'], id: number | string]
  /** The affected user: the author of the post, or the owner of the profile. */
  subject?: number
  reason?: Nameless | null | undefined
  before?: unknown
  after?: unknown
}

/**
 * For each action, whether the public moderation log shows it, and whether its reason is addressed
 * to the affected user (in a notice and in the export).
 */
export const AUDIT_ACTIONS = {
  'post.approve': { public: false },
  'posts.unapprove': { public: false },
  'post.reject': { public: true, reasonFor: 'subject' },
  'post.lock': { public: true, reasonFor: 'subject' },
  'post.unlock': { public: true },
  'post.seen': { public: false },
  'post.delete': { public: true, reasonFor: 'subject' },
  'post.pin': { public: false },
  'post.unpin': { public: false },
  'comment.delete': { public: true, reasonFor: 'subject' },
  'image.remove': { public: true },
  'series.clear': { public: true },
  'user.status': { public: true, reasonFor: 'subject' },
  'user.silence': { public: true, reasonFor: 'subject' },
  'user.hide': { public: true, reasonFor: 'subject' },
  'user.restore': { public: true },
  // The cron writes these. The actor is the admin who set the ban or the silence.
  'user.ban_ended': { public: false },
  'user.silence_ended': { public: false },
  'user.role': { public: false },
  'user.reset_link': { public: false },
  'user.second_factor': { public: false },
  'report.close': { public: false },
  'note.write': { public: false },
  'note.delete': { public: false },
  'reply.add': { public: false },
  'reply.delete': { public: false },
  'profile.approve': { public: false },
  'profile.reject': { public: false, reasonFor: 'subject' },
  'energy.adjust': { public: false, reasonFor: 'subject' },
  'setting.change': { public: true },
  'identity.change': { public: false },
  'provider.change': { public: false },
  'provider.remove': { public: false },
  'app.create': { public: false },
  'app.change': { public: false },
  'app.secret': { public: false },
  'app.remove': { public: false },
  'webhook.create': { public: false },
  'webhook.change': { public: false },
  'webhook.rotate': { public: false },
  'webhook.remove': { public: false },
  'invitations.create': { public: false },
  'invitations.revoke': { public: false },
  'tag.describe': { public: false },
  'tag.create': { public: false },
  'tag.change': { public: false },
  'tag.merge': { public: false },
  'tag.delete': { public: false },
  'redirect.set': { public: false },
  'redirect.remove': { public: false },
  'redirect.upload': { public: false },
  'blocklist.change': { public: false },
  'letters.author': { public: false },
  'letters.import': { public: false },
  'letters.export': { public: false },
  'letters.end': { public: false },
  'site.export': { public: false },
  'backup.start': { public: false },
  'backup.download': { public: false },
} as const satisfies Record<string, { public: boolean; reasonFor?: 'subject' }>

export type AuditAction = keyof typeof AUDIT_ACTIONS

/**
 * Put this statement before the action in the same batch, so that both commit together. If two
 * admins act at the same time, the triggers audit_log_status_was_so, audit_log_silence_was_so,
 * audit_log_role_was_so and audit_log_comment_was_there refuse the second. The triggers
 * audit_log_is_never_* refuse updates and deletes. An action that may change nothing comes first,
 * and its entry has `changes() = 1` as the condition `when`.
 */
export function auditEntry(
  by: AuditActor,
  entry: AuditEntry,
  now: Date,
  when?: Statement,
): Statement {
  const { action, target, subject = null, reason = null, before, after } = entry
  const [type, id] = target
  const values = sql`${by.uid}, ${action}, ${type}, ${String(id)}, ${subject}, ${reason}, ${asJson(before)}, ${asJson(after)},
    ${by.ip}, ${AUDIT_ACTIONS[action].public ? 1 : 0}, ${now.toISOString()}`
  return sql`
    INSERT INTO audit_log (actor_id, action, target_type, target_id, subject_id, reason, before, after, ip, public,
      created_at)
    ${when ? sql`SELECT ${values} WHERE ${when}` : sql`VALUES (${values})`}`
}

/**
 * The entries of the same action on several users. `before` and `after` are SQL expressions that
 * return JSON from the row `u` of users.
 */
export function auditEntryForEach(
  by: AuditActor,
  uids: readonly number[],
  entry: { action: AuditAction; reason: Nameless | null; before: Statement; after: Statement },
  now: Date,
): Statement {
  const { action, reason, before, after } = entry
  return sql`
    INSERT INTO audit_log (actor_id, action, target_type, target_id, subject_id, reason, before, after, ip, public,
      created_at)
    SELECT ${by.uid}, ${action}, 'user', CAST(u.uid AS TEXT), u.uid, ${reason}, ${before}, ${after}, ${by.ip},
      ${AUDIT_ACTIONS[action].public ? 1 : 0}, ${now.toISOString()}
    FROM json_each(${JSON.stringify(uids)}) named CROSS JOIN users u ON u.uid = named.value`
}

function asJson(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value)
}

/** The admin or owner of the request, with the IP address for the audit log. */
export function auditActorOf(c: { var: { viewer: Viewer; ip: string } }): Viewer & AuditActor {
  return { ...c.var.viewer, ip: c.var.ip }
}

/** Runs a command as the viewer: `command(db, admin, ...input, now)`. */
export function byAdmin<Input extends unknown[], Result>(
  c: { var: { db: Database; viewer: Viewer; ip: string; now: Date } },
  command: (db: Database, admin: Viewer & AuditActor, ...input: [...Input, now: Date]) => Result,
  ...input: Input
): Result {
  return command(c.var.db, auditActorOf(c), ...input, c.var.now)
}
