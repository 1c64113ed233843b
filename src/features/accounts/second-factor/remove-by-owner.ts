import { sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import { type Letter, SITE_NAME } from '#features/core/mail/letter.ts'
import { type MailOrigin, mail } from '#features/core/mail/outbox.ts'
import { systemNotice } from '#features/core/notifications/notices.ts'
import { type AuditActor, auditEntry } from '#features/core/site/audit-log.ts'
import { AppError } from '#kernel/errors.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'

/** Removes two-step verification and all passkeys of a user who has lost them. The owner must have verified who asks. */
export async function removeSecondFactor(
  db: Database,
  owner: AuditActor,
  uid: number,
  origin: MailOrigin,
  now: Date,
): Promise<void> {
  const user = await db.first(sql`SELECT 1 FROM users WHERE uid = ${uid} AND status <> 'deleted'`)
  if (user === null) throw new AppError('not_found')
  const recipient = sql`SELECT uid, email AS address FROM users WHERE uid = ${uid} AND email_verified_at IS NOT NULL`
  await db.batch([
    auditEntry(owner, { action: 'user.second_factor', target: ['user', uid], subject: uid }, now),
    ...withoutSecondFactor(uid, now),
    mail(recipient, { ...origin, kind: 'security', ...removedLetter(origin.language) }, now),
  ])
}

/** Also for the operator's command `remove-second-factor`. */
export function withoutSecondFactor(uid: number, now: Date): Statement[] {
  return [
    sql`DELETE FROM user_totp WHERE user_id = ${uid}`,
    sql`DELETE FROM passkeys WHERE user_id = ${uid}`,
    systemNotice({ to: uid, about: { event: 'second_factor_removed' } }, now),
  ]
}

function removedLetter(language: Language): { subject: string; letter: Letter } {
  const { subject, line, label, note } = sentences[language]
  return { subject, letter: { lines: [line], action: { label, path: '/settings?tab=security' }, notes: [note] } }
}

const sentences = bilingual({
  subject: [`你的 ${SITE_NAME} 账号已移除两步验证`, `Two-step verification was removed from your ${SITE_NAME} account`],
  line: [
    '站长移除了你账号的两步验证和所有通行密钥。今后登录只需密码，直到你重新设置。',
    'An owner of the site removed two-step verification and all passkeys from your account. Logging in requires only your password until you set them up again.',
  ],
  label: ['重新设置', 'Set up again'],
  note: [
    '如果不是你请求的，请联系站长，并立即修改密码。',
    'If you didn’t ask for this, contact the owner and change your password now.',
  ],
})
