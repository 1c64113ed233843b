/**
 * Push messages. Triggers on notices, waiting posts and new reports add rows of the channel `push`
 * to the outbox, one for each device that wants the category; without a device an event adds none.
 * Rows of notices that were read meanwhile are dropped, messages in the quiet hours wait for their
 * end, and subscriptions that the push service no longer knows are deleted. Commands that concern a
 * user with a device send after the response, together with the live updates; the minute cron sends
 * the rest. The key pair of the site is made by the first use and stored encrypted (keys.ts). A new
 * site secret gives a new pair; the pair before signs for 30 days, and browsers subscribe again
 * when `/sw.js` has the new public key.
 */

import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import type { PushSubscriptionRow, User } from '#db/schema/core.ts'
import type { NotificationRow } from '#db/schema/notifications.ts'
import { fetchOutside, type Outside, retryAfterOf } from '#features/core/network/fetch-outside.ts'
import { isWanted, type Kind, type Switches } from '#features/core/notifications/kinds.ts'
import { linkOf } from '#features/core/notifications/sentences.ts'
import type { Claimed, Outcome, Sender } from '#features/core/outbox/sender.ts'
import { zoneOf } from '#features/core/people/viewer.ts'
import { type Vapids, vapidsOf } from '#features/core/push/keys.ts'
import { type PushMessage, pushRequest } from '#features/core/push/message.ts'
import { LINES } from '#features/core/push/subscriptions.ts'
import { addDays } from '#kernel/clock.ts'
import { hashOf } from '#kernel/crypto/secrets.ts'
import type { Secrets } from '#kernel/crypto/signatures.ts'
import { isAdmin } from '#kernel/roles.ts'
import { momentOf, wallTime } from '#kernel/time-zone.ts'

/**
 * Sends push messages. The triggers notifications_to_push, posts_pending_to_push and
 * report_cases_to_push queue them. A message that was sent leaves no row.
 */
export function pushSender(secrets: Secrets, outside: Omit<Outside, 'site'>): Sender<'push'> {
  let vapids: Vapids | undefined
  return {
    channel: 'push',
    parallel: LINES,
    async open(db, rows, now) {
      const devices = await devicesOf(db, rows)
      vapids ??= await vapidsOf(db, secrets, now)
      const means = { vapids, outside, now }
      return (row) => send(row, devices.get(row.id), means)
    },
  }
}

type Device = Pick<
  PushSubscriptionRow,
  'endpoint' | 'p256dh' | 'auth' | 'vapid_key' | 'site' | 'quiet_from' | 'quiet_until'
> &
  Switches &
  Pick<User, 'role' | 'time_zone' | 'browser_time_zone'> & {
    outbox_id: number
    subscription_id: number
    /** Whether another message waits for the end of the quiet hours. */
    has_waiting: 0 | 1
  } & { [K in 'kind' | 'related_id' | 'comment_id' | 'data' | 'read']: NotificationRow[K] | null }

const QUIET = 'quiet hours'

async function devicesOf(db: Database, rows: readonly Claimed[]): Promise<Map<number, Device>> {
  const devices = await db.all(sql<Device>`
    SELECT o.id AS outbox_id, s.id AS subscription_id, s.endpoint, s.p256dh, s.auth, s.vapid_key, s.site, s.quiet_from, s.quiet_until,
      u.role, u.time_zone, u.browser_time_zone, u.notify_comment, u.notify_reply, u.notify_like, u.notify_follow,
      n.kind, n.related_id, n.comment_id, n.data, n.read,
      EXISTS (SELECT 1 FROM outbox q WHERE q.channel = 'push' AND q.ref = s.id AND q.problem = ${QUIET} AND q.id <> o.id)
        AS has_waiting
    FROM outbox o JOIN push_subscriptions s ON s.id = o.ref JOIN users u ON u.uid = s.user_id
      LEFT JOIN notifications n ON n.id = o.payload ->> 'notice' AND n.user_id = u.uid
    WHERE o.id IN (SELECT value FROM json_each(${JSON.stringify(rows.map(({ id }) => id))}))`)
  return new Map(devices.map((device) => [device.outbox_id, device]))
}

interface Means {
  vapids: Vapids
  outside: Omit<Outside, 'site'>
  now: Date
}

/**
 * Sends one message. During the quiet hours of the device, the first message waits for their end,
 * and further ones are dropped.
 */
async function send(
  row: Claimed,
  device: Device | undefined,
  { vapids, outside, now }: Means,
): Promise<Outcome> {
  const message = device && messageFor(row, device)
  if (!device || !message) return { status: 'removed' }
  const quietUntil = row.kind === 'test' ? null : quietEnd(device, now)
  if (quietUntil) {
    if (device.has_waiting === 1) return { status: 'removed' }
    const waits = sql`UPDATE outbox SET next_attempt_at = ${quietUntil.toISOString()}, attempts = 0 WHERE id = ${row.id}`
    return { status: 'retry', problem: QUIET, also: [waits] }
  }
  const vapid = vapids.find(({ publicKey }) => publicKey === device.vapid_key) ?? vapids[0]
  const attempt = async (content: PushMessage | null) => {
    const init = await pushRequest(device, content, await headersOf(row, device), vapid, now)
    const response = await fetchOutside({ ...outside, site: device.site }, device.endpoint, init)
    await response.body?.cancel()
    return { response: response.status, retryAfter: retryAfterOf(response, now) }
  }
  const first = await attempt(message).catch((error) => String(error))
  // Some push services accept no body of this size. Then the message is sent without a body, and
  // the service worker says that there is something new.
  const isTooLarge = typeof first !== 'string' && first.response === 413
  const answer = isTooLarge ? await attempt(null).catch((error) => String(error)) : first
  if (typeof answer === 'string') return { status: 'retry', problem: answer, isDown: true }
  const { response } = answer
  if (response < 300) return { status: 'removed' }
  if (ENDED.has(response)) {
    const gone = sql`DELETE FROM push_subscriptions WHERE id = ${device.subscription_id} AND endpoint = ${device.endpoint}`
    return { status: 'removed', also: [gone] }
  }
  const problem = `${response} from the push service`
  if (response === 429 || response >= 500)
    return { status: 'retry', problem, ...answer, isDown: true }
  return { status: 'failed', problem, response }
}

/** Status codes of a subscription that has ended, or that belongs to another key (403). */
const ENDED = new Set([403, 404, 410])

const ADMIN_PATHS: Record<string, string> = { review: '/admin/posts', report: '/admin/reports' }

/** The message to send, or null if there is no longer a reason to send it. */
function messageFor({ kind, payload }: Claimed, device: Device): PushMessage | null {
  if (kind === 'test') return { v: 1, kind, n: 0, path: '/settings?tab=notifications' }
  const path = ADMIN_PATHS[kind]
  if (path !== undefined) return isAdmin(device) ? { v: 1, kind, n: 0, path } : null
  const { kind: noticeKind, related_id: relatedId, comment_id: commentId, data, read } = device
  if (noticeKind === null || read === 1 || !isWanted(noticeKind, device)) return null
  const { notice } = JSON.parse(payload ?? '{}') as { notice: number }
  const link = linkOf({ kind: noticeKind, relatedId, commentId, data: JSON.parse(data ?? '{}') })
  return { v: 1, kind: noticeKind, n: notice, path: link }
}

const LOW: readonly string[] = [
  'NotifyLikeAggregated',
  'NotifyFollow',
  'NotifyLevelUp',
] satisfies Kind[]
const HIGH: readonly string[] = ['NotifyCommentReply', 'NotifyMention', 'test'] satisfies (
  | Kind
  | 'test'
)[]

/**
 * The urgency and the topic of a message. The push service can read the topic, so it is hashed with
 * the secret of the device.
 */
async function headersOf({ kind }: Claimed, { related_id, auth }: Device) {
  const usual = HIGH.includes(kind) ? 'high' : 'normal'
  const urgency = LOW.includes(kind) ? 'low' : usual
  const topic =
    kind === 'test' ? undefined : (await hashOf(`${auth} ${kind} ${related_id}`)).slice(0, 32)
  return { urgency, topic } as const
}

/** The end of the quiet hours, if they are now. Otherwise null. */
export function quietEnd(
  {
    quiet_from: from,
    quiet_until: until,
    ...zones
  }: Pick<Device, 'quiet_from' | 'quiet_until' | 'time_zone' | 'browser_time_zone'>,
  now: Date,
): Date | null {
  if (from === null || until === null) return null
  const zone = zoneOf(zones)
  const [day = '', time = ''] = wallTime(now, zone).split('T')
  const isNow = from < until ? from <= time && time < until : from <= time || time < until
  if (!isNow) return null
  const endDay = time < until ? day : addDays(day, 1)
  return momentOf(`${endDay}T${until}`, zone)
}
