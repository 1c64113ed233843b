import { sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import type { User } from '#db/schema/core.ts'
import type { NoticeMailRow } from '#db/schema/notifications.ts'
import { blocks } from '#features/core/blocks/block.ts'
import { languagesOf, siteIdentity } from '#features/core/identity/identity.ts'
import { SITE_NAME } from '#features/core/mail/mail-text.ts'
import {
  MAILED_KIND_NAMES,
  MAILED_KINDS,
  nextDigest,
  unsubscribePath,
} from '#features/core/mail/notice-prefs.ts'
import { mail } from '#features/core/mail/outbox.ts'
import { asNotification, withDetails } from '#features/core/notifications/inbox.ts'
import {
  inSections,
  isWanted,
  type Kind,
  type Notification,
  type Switches,
} from '#features/core/notifications/kinds.ts'
import { zoneOf } from '#features/core/people/viewer.ts'
import type { Secrets } from '#kernel/crypto/signatures.ts'
import { bilingual, type Language, offeredLanguage } from '#kernel/i18n.ts'

/** Maximum number of users per run. The next run continues. */
const USERS_A_RUN = 50

type Reader = NoticeMailRow &
  Switches &
  Pick<User, 'uid' | 'role' | 'time_zone' | 'browser_time_zone'>

/**
 * For the cron: mails new notices to users who chose instant mail. The trigger
 * notifications_to_mail queues notices; the triggers notifications_read_are_not_mailed and
 * notifications_gone_are_not_mailed remove read and deleted notices from the queue.
 */
export async function mailInstantNotices(db: Database, secrets: Secrets, now: Date): Promise<void> {
  const readers = await db.all(sql<Reader & { last: number }>`
    SELECT ${READER}, q.last FROM (
      SELECT user_id, MAX(notification_id) AS last FROM notices_to_mail GROUP BY user_id
      ORDER BY MIN(notification_id) LIMIT ${USERS_A_RUN}) q
    JOIN notice_mail m ON m.user_id = q.user_id JOIN users u ON u.uid = q.user_id`)
  for (const reader of readers) {
    const queued = sql`notices_to_mail WHERE user_id = ${reader.uid} AND notification_id <= ${reader.last}`
    const which = sql`id IN (SELECT notification_id FROM ${queued})`
    const isPending = sql`EXISTS (SELECT 1 FROM ${queued})`
    await writeMail(
      db,
      secrets,
      reader,
      { which, how: 'at_once', isPending, done: sql`DELETE FROM ${queued}` },
      now,
    )
  }
}

/** For the cron: writes the digests that are due. */
export async function mailDigests(db: Database, secrets: Secrets, now: Date): Promise<void> {
  const readers = await db.all(sql<Reader>`
    SELECT ${READER} FROM notice_mail m JOIN users u ON u.uid = m.user_id
    WHERE m.digest_at <= ${now.toISOString()} ORDER BY m.digest_at LIMIT ${USERS_A_RUN}`)
  for (const reader of readers) {
    const next = nextDigest(reader.digest, zoneOf(reader), now).toISOString()
    const which = sql`created_at >= ${reader.digest_from} AND created_at < ${now.toISOString()}`
    const isPending = sql`EXISTS (SELECT 1 FROM notice_mail WHERE user_id = ${reader.uid} AND digest_at = ${reader.digest_at})`
    const done = sql`
      UPDATE notice_mail SET digest_from = ${now.toISOString()}, digest_at = ${next} WHERE user_id = ${reader.uid}`
    await writeMail(db, secrets, reader, { which, how: 'digest', isPending, done }, now)
  }
}

/** For the cron: drops a waiting mail if all its notices were read on the site. */
export function dropReadNotices(now: Date): Statement {
  const at = now.toISOString()
  return sql`
    UPDATE outbox SET status = 'dropped', letter = NULL, settled_at = ${at}
    WHERE id IN (SELECT id FROM outbox WHERE status = 'waiting' AND next_attempt_at <= ${at} ORDER BY next_attempt_at LIMIT 200)
      AND kind IN ('notices', 'digest') AND NOT EXISTS (
        SELECT 1 FROM json_each(outbox.letter, '$.items') i JOIN notifications n ON n.id = i.value ->> 'id'
        WHERE n.read = 0)`
}

const READER = sql.raw(`
  m.*, u.uid, u.role, u.notify_comment, u.notify_reply, u.notify_like, u.notify_follow, u.time_zone, u.browser_time_zone`)

/**
 * Writes one mail. Notices from users that the reader has blocked since then stay in the inbox but
 * are not mailed. The condition `isPending` is false if a concurrent run has already written the
 * mail.
 */
async function writeMail(
  db: Database,
  secrets: Secrets,
  reader: Reader,
  {
    which,
    how,
    isPending,
    done,
  }: { which: Statement; how: 'at_once' | 'digest'; isPending: Statement; done: Statement },
  now: Date,
): Promise<void> {
  const { uid, site } = reader
  const language = offeredLanguage(languagesOf(await siteIdentity(db, now)), reader.language)
  const kinds = kindsBy(reader, how)
  const rows = await db.all(
    withDetails(
      sql`${uid}`,
      sql`
      SELECT * FROM notifications
      WHERE user_id = ${uid} AND ${inSections(kinds)} AND read = 0 AND kind IN ${kinds} AND ${which}
        AND (category = 'system' OR NOT ${blocks(uid, sql`notifications.actor_id`)})
      ORDER BY created_at DESC, id DESC LIMIT ${ITEMS_MAX + 1}`,
    ),
  )
  const to = sql`
    SELECT uid, email AS address FROM users
    WHERE uid = ${uid} AND email_verified_at IS NOT NULL AND purge_at IS NULL AND ${isPending}`
  const notices = rows.map((row) => asNotification(row, language))
  const written = {
    ...noticeMail(notices, language),
    unsubscribe: await unsubscribePath(secrets, uid),
  }
  const { subject, ...rest } = written
  const kind = how === 'digest' ? 'digest' : 'notices'
  const about = { kind, language, site, subject, text: rest } as const
  await db.batch([...(notices.length > 0 ? [mail(to, about, now)] : []), done])
}

/**
 * The kinds that the reader gets in this way. Kinds that the reader has switched off on the site
 * are not mailed.
 */
function kindsBy(reader: Reader, how: 'at_once' | 'digest'): Kind[] {
  const chosen = MAILED_KIND_NAMES.filter((name) => reader[name] === how).flatMap(
    (name) => MAILED_KINDS[name],
  )
  return chosen.filter((kind) => isWanted(kind, reader))
}

/** Maximum number of notices that a mail lists. If there are more, the mail says so. */
export const ITEMS_MAX = 20

/** Which notices a user gets by mail. */
function noticeMail(notices: readonly Notification[], language: Language) {
  const say = sentences[language]
  const [first] = notices
  const items = notices.slice(0, ITEMS_MAX).map(({ id, text, link }) => ({ id, text, path: link }))
  return {
    subject:
      notices.length === 1 && first
        ? first.text
        : say.subject(Math.min(notices.length, ITEMS_MAX), notices.length > ITEMS_MAX),
    lines: [say.line],
    items,
    action: { label: say.label, path: '/messages' },
    notes: [...(notices.length > ITEMS_MAX ? [say.more] : []), say.settings],
  }
}

const sentences = bilingual({
  subject: [
    (count: number, more: boolean) => `${SITE_NAME}：${count}${more ? ' 多' : ''} 条新通知`,
    (count: number, more: boolean) =>
      `${SITE_NAME}: ${more ? 'more than ' : ''}${count} new notifications`,
  ],
  line: ['你有未读通知：', 'You have unread notifications:'],
  more: ['更多通知请到站内查看。', 'There are more on the site.'],
  label: ['查看通知', 'View notifications'],
  settings: [
    '你可以在“设置 → 通知”中选择接收哪些邮件，或通过下面的链接退订。',
    'Choose what we e-mail you in Settings → Notifications, or unsubscribe with the link below.',
  ],
})
