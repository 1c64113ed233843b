import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { type Database, type Group, group, one, type Statement } from '#db/client.ts'
import type { NoticeMailRow } from '#db/schema/notifications.ts'
import { MAIL_MODES } from '#db/values.ts'
import type { MailOrigin } from '#features/core/mail/outbox.ts'
import type { Kind } from '#features/core/notifications/kinds.ts'
import { type Viewer, zoneOf } from '#features/core/people/viewer.ts'
import { addDays } from '#kernel/clock.ts'
import { type Secrets, seal, unseal } from '#kernel/crypto/signatures.ts'
import { AppError } from '#kernel/errors.ts'
import { momentOf, wallTime } from '#kernel/time-zone.ts'

const MailChoice = z.enum(MAIL_MODES)

export const NoticeMailShape = z
  .object({
    comment: MailChoice,
    reply: MailChoice,
    mention: MailChoice,
    like: MailChoice,
    follow: MailChoice,
    system: MailChoice,
    digest: z.enum(['daily', 'weekly']),
  })
  .meta({ id: 'NoticeMail' })

/** When digests are sent, in the time zone of the user. Weekly digests are sent on Mondays. */
export const DIGEST_TIME = '08:00'
const MONDAY = 1

export function nextDigest(frequency: 'daily' | 'weekly', zone: string, now: Date): Date {
  for (let day = wallTime(now, zone).slice(0, 10); ; day = addDays(day, 1)) {
    const moment = momentOf(`${day}T${DIGEST_TIME}`, zone)
    const isDay = frequency === 'daily' || new Date(`${day}T00:00:00.000Z`).getUTCDay() === MONDAY
    if (isDay && moment > now) return moment
  }
}

export type NoticeMail = z.infer<typeof NoticeMailShape>
type MailedKind = Exclude<keyof NoticeMail, 'digest'>

export const MAILED_KINDS: Record<MailedKind, readonly Kind[]> = {
  comment: ['NotifyComment'],
  reply: ['NotifyCommentReply'],
  mention: ['NotifyMention'],
  like: ['NotifyLikeAggregated'],
  follow: ['NotifyFollow'],
  system: ['NotifySystem', 'NotifyLevelUp'],
}

export const MAILED_KIND_NAMES = Object.keys(MAILED_KINDS) as MailedKind[]

const NONE: NoticeMail = {
  comment: 'off',
  reply: 'off',
  mention: 'off',
  like: 'off',
  follow: 'off',
  system: 'off',
  digest: 'daily',
}

export function noticeMailOf({ uid }: Pick<Viewer, 'uid'>): Group<NoticeMail> {
  const row = one(sql<NoticeMailRow>`SELECT * FROM notice_mail WHERE user_id = ${uid}`)
  return group({ row }, ({ row }) => (row === null ? NONE : NoticeMailShape.parse(row)))
}

/**
 * Chooses which notices a user gets by mail. Requires a verified address. Later mails use the
 * language and the site address of this request.
 */
export async function chooseNoticeMail(
  db: Database,
  viewer: Viewer,
  chosen: { [Name in keyof NoticeMail]?: NoticeMail[Name] | undefined },
  { language, site }: MailOrigin,
  now: Date,
): Promise<NoticeMail> {
  if (viewer.email_verified_at === null) throw new AppError('email_unverified')
  const wanted = { ...(await db.read(noticeMailOf(viewer))), ...withoutUndefined(chosen) }
  const { comment, reply, mention, like, follow, system, digest } = wanted
  const [at, next] = [now.toISOString(), nextDigest(digest, zoneOf(viewer), now).toISOString()]
  await db.batch([
    sql`INSERT INTO notice_mail (user_id, comment, reply, mention, "like", follow, system, digest, language, site,
          digest_from, digest_at)
        VALUES (${viewer.uid}, ${comment}, ${reply}, ${mention}, ${like}, ${follow}, ${system}, ${digest}, ${language},
          ${site}, ${at}, ${next})
        ON CONFLICT (user_id) DO UPDATE SET comment = excluded.comment, reply = excluded.reply, mention = excluded.mention,
          "like" = excluded."like", follow = excluded.follow, system = excluded.system, digest = excluded.digest,
          language = excluded.language, site = excluded.site, digest_at = excluded.digest_at`,
  ])
  return wanted
}

/**
 * Moves the next digest after a change of the time zone. A digest that is already due stays due.
 */
export function moveDigest(uid: number, zone: string, now: Date): Statement {
  const at = (frequency: 'daily' | 'weekly') => nextDigest(frequency, zone, now).toISOString()
  return sql`
    UPDATE notice_mail SET digest_at = iif(digest = 'daily', ${at('daily')}, ${at('weekly')})
    WHERE user_id = ${uid} AND digest_at > ${now.toISOString()}`
}

/** Turns off all notification mails of a user and drops waiting ones. */
export function unsubscribe(uid: number): Statement[] {
  return [
    sql`DELETE FROM notice_mail WHERE user_id = ${uid}`,
    sql`DELETE FROM notices_to_mail WHERE user_id = ${uid}`,
    sql`UPDATE outbox SET status = 'dropped', letter = NULL, settled_at = created_at
        WHERE user_id = ${uid} AND kind IN ('notices', 'digest') AND status = 'waiting'`,
  ]
}

function withoutUndefined<T extends object>(chosen: T): Partial<NoticeMail> {
  return Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined))
}

/**
 * The path that turns off all notification mails of a user. Its token is signed, not stored, and
 * never expires. It can only turn mail off.
 */
export async function unsubscribePath(secrets: Secrets, uid: number): Promise<string> {
  return `/unsubscribe?token=${await seal(secrets, 'unsubscribe', String(uid))}`
}

export async function isUnsubscribeToken(secrets: Secrets, token: string): Promise<boolean> {
  return (await unseal(secrets, 'unsubscribe', token)) !== null
}

/** Turns off the mails of the user in the token. Returns false if the token is invalid. */
export async function unsubscribeBy(
  db: Database,
  secrets: Secrets,
  token: string,
): Promise<boolean> {
  const uid = await unseal(secrets, 'unsubscribe', token)
  if (uid === null) return false
  await db.batch(unsubscribe(Number(uid)))
  return true
}
