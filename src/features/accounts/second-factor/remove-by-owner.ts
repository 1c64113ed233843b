import { sql } from 'drizzle-orm'
import { type Database, found, type Statement } from '#db/client.ts'
import { secondFactorRemovedMail } from '#features/accounts/recovery/mails.ts'
import { type MailOrigin, mail } from '#features/core/mail/outbox.ts'
import { systemNotice } from '#features/core/notifications/notices.ts'
import { type AuditActor, auditEntry } from '#features/core/site/audit-log.ts'

/**
 * Removes two-step verification and all passkeys of a user who has lost them. The owner must have
 * verified the identity of the person who asks for it.
 */
export async function removeSecondFactor(
  db: Database,
  owner: AuditActor,
  uid: number,
  origin: MailOrigin,
  now: Date,
): Promise<void> {
  await db.read(found(sql`SELECT 1 FROM users WHERE uid = ${uid} AND status <> 'deleted'`))
  const recipient = sql`SELECT uid, email AS address FROM users WHERE uid = ${uid} AND email_verified_at IS NOT NULL`
  await db.batch([
    auditEntry(owner, { action: 'user.second_factor', target: ['user', uid], subject: uid }, now),
    ...withoutSecondFactor(uid, now),
    mail(
      recipient,
      { ...origin, kind: 'security', ...secondFactorRemovedMail(origin.language) },
      now,
    ),
  ])
}

/** The statements of the removal. The operator's command `remove-second-factor` uses them too. */
export function withoutSecondFactor(uid: number, now: Date): Statement[] {
  return [
    sql`DELETE FROM user_totp WHERE user_id = ${uid}`,
    sql`DELETE FROM passkeys WHERE user_id = ${uid}`,
    systemNotice({ to: uid, about: { event: 'second_factor_removed' } }, now),
  ]
}
