import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { type Database, type Group, group, one } from '#db/client.ts'
import type { PushSubscriptionRow } from '#db/schema/core.ts'
import { badTarget } from '#features/core/network/fetch-outside.ts'
import { CATEGORIES } from '#features/core/notifications/kinds.ts'
import { systemNotice } from '#features/core/notifications/notices.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { fromBase64Url } from '#kernel/crypto/base64url.ts'
import { AppError } from '#kernel/errors.ts'
import { fieldProblem, problem } from '#kernel/fields.ts'
import { isAdmin } from '#kernel/roles.ts'

/** Messages for admins only: a post waits for review, and there is a new report. */
const ADMIN_CATEGORIES = ['review', 'report'] as const
export const PUSH_CATEGORIES = [...CATEGORIES, ...ADMIN_CATEGORIES] as const
export type PushCategory = (typeof PUSH_CATEGORIES)[number]

/**
 * Maximum number of subscriptions of a user. The trigger push_subscriptions_oldest_goes has the
 * same number.
 */
export const PUSH_DEVICES_MAX = 10
const ENDPOINT_MAX = 1_000
/** Maximum number of messages that are sent to one host at the same time. */
export const LINES = 6

export function categoriesFor(viewer: Pick<Viewer, 'role'>): PushCategory[] {
  return isAdmin(viewer) ? [...PUSH_CATEGORIES] : [...CATEGORIES]
}

/** A value of `bytes` bytes in base64url, as `PushSubscription.toJSON` writes it. */
const key = (bytes: number) =>
  z
    .string()
    .refine((text) => fromBase64Url(text.replaceAll('=', ''))?.length === bytes, problem('invalid'))

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

export const QuietHours = z
  .object({ from: clock, until: clock })
  .refine(({ from, until }) => from !== until, problem('invalid'))

/** A subscription. Categories and quiet hours that are missing stay as they are. */
export const PushSubscriptionInput = z.object({
  endpoint: z.url().max(ENDPOINT_MAX),
  keys: z.object({ p256dh: key(65), auth: key(16) }),
  categories: z.array(z.enum(PUSH_CATEGORIES)).max(PUSH_CATEGORIES.length).optional(),
  quiet: QuietHours.nullable().optional(),
})

/** The push services that are allowed: those of browsers, and hosts that the owner adds. */
interface Services {
  isLocal: boolean
  site: string
  /** The value of `JOULE_PUSH_HOSTS`: hosts that are separated by spaces. */
  ownHosts: string
}

/**
 * Whether an endpoint is that of an allowed service. Without this check, a free address would make
 * the site send requests anywhere.
 */
function isPushService(endpoint: string, { ownHosts, ...outside }: Services): boolean {
  const url = new URL(endpoint)
  if (badTarget(url, outside) !== null) return false
  const { protocol, hostname } = url
  return (
    protocol === 'http:' || KNOWN_HOSTS.test(hostname) || ownHosts.split(/\s+/).includes(hostname)
  )
}

const KNOWN_HOSTS =
  /^(?:fcm\.googleapis\.com|web\.push\.apple\.com|[\w-]+\.push\.services\.mozilla\.com|[\w-]+\.notify\.windows\.com)$/

/**
 * Subscribes the browser of a session. If the session is not fresh, the user gets a notice of a new
 * endpoint, because a thief of the session could have sent it. Each session has one subscription.
 * An endpoint of another session moves here, because another user had used the same browser. The
 * subscription ends with the session (trigger sessions_take_their_push_along) and with a ban
 * (users_banned_get_no_push), and its waiting messages end with it
 * (push_subscriptions_take_their_messages_along).
 */
export async function subscribe(
  db: Database,
  { viewer, sid, isFresh }: { viewer: Viewer; sid: string; isFresh: boolean },
  { endpoint, keys, categories, quiet }: z.output<typeof PushSubscriptionInput>,
  services: Services,
  now: Date,
): Promise<void> {
  if (!isPushService(endpoint, services)) throw new AppError('unknown_push_service')
  const point = fromBase64Url(keys.p256dh.replaceAll('=', '')) ?? new Uint8Array()
  const curve = { name: 'ECDH', namedCurve: 'P-256' }
  await crypto.subtle.importKey('raw', point, curve, false, []).catch(() => {
    throw new AppError('validation_failed', { fields: { 'keys.p256dh': fieldProblem('invalid') } })
  })
  const allowed = categoriesFor(viewer)
  const wanted =
    categories && JSON.stringify(allowed.filter((category) => categories.includes(category)))
  const target = `${new URL(endpoint).host}/${(point[1] ?? 0) % LINES}`
  // A browser that subscribes again gets another endpoint, and makes it with the key that it has
  // just read. The key of an unchanged endpoint stays.
  const keyOf = sql`iif(endpoint = excluded.endpoint, vapid_key, excluded.vapid_key)`
  const keptUnless = (isGiven: boolean, column: string) =>
    sql.raw(isGiven ? `excluded.${column}` : column)
  const isMoved = sql`NOT EXISTS (SELECT 1 FROM push_subscriptions WHERE session_id = ${sid} AND endpoint = ${endpoint})`
  // A browser replaces its endpoint without its user, so a fresh session cannot be required.
  const moved = { to: viewer.uid, about: { event: 'push_moved' }, when: isMoved } as const
  await db.batch([
    ...(isFresh ? [] : [systemNotice(moved, now)]),
    sql`DELETE FROM push_subscriptions WHERE endpoint = ${endpoint} AND session_id <> ${sid}`,
    sql`INSERT INTO push_subscriptions (session_id, user_id, endpoint, target, p256dh, auth, vapid_key, categories, quiet_from,
          quiet_until, site, created_at)
        VALUES (${sid}, ${viewer.uid}, ${endpoint}, ${target}, ${keys.p256dh}, ${keys.auth},
          (SELECT public_key FROM push_keys), ${wanted ?? JSON.stringify(allowed)}, ${quiet?.from ?? null}, ${quiet?.until ?? null}, ${services.site},
          ${now.toISOString()})
        ON CONFLICT (session_id) DO UPDATE SET endpoint = excluded.endpoint, target = excluded.target, p256dh = excluded.p256dh,
          auth = excluded.auth, vapid_key = ${keyOf}, site = excluded.site, categories = ${keptUnless(wanted !== undefined, 'categories')},
          quiet_from = ${keptUnless(quiet !== undefined, 'quiet_from')},
          quiet_until = ${keptUnless(quiet !== undefined, 'quiet_until')}`,
  ])
}

export async function unsubscribeDevice(db: Database, sid: string): Promise<void> {
  await db.batch([sql`DELETE FROM push_subscriptions WHERE session_id = ${sid}`])
}

export async function queueTest(db: Database, sid: string, now: Date): Promise<void> {
  const [queued] = await db.batch([
    sql`INSERT INTO outbox (channel, user_id, kind, payload, target, ref, status, next_attempt_at, created_at)
        SELECT 'push', user_id, 'test', '{}', target, id, 'queued', ${now.toISOString()}, ${now.toISOString()}
        FROM push_subscriptions WHERE session_id = ${sid} RETURNING id`,
  ])
  if (queued.length === 0) throw new AppError('not_found')
}

/** What a session gets, for the settings page. */
export interface PushChoice {
  categories: PushCategory[]
  quiet: z.output<typeof QuietHours> | null
}

export function pushChoiceOf(sid: string): Group<PushChoice | null> {
  const row = one(
    sql<PushSubscriptionRow>`SELECT * FROM push_subscriptions WHERE session_id = ${sid}`,
  )
  return group({ row }, ({ row }) => {
    if (row === null) return null
    const { categories, quiet_from: from, quiet_until: until } = row
    return {
      categories: JSON.parse(categories),
      quiet: from === null || until === null ? null : { from, until },
    }
  })
}
