import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { command, type Database, found, type Group, group, type Statement } from '#db/client.ts'
import { nameTheLimit } from '#db/refusals.ts'
import type { OutboxRow } from '#db/schema/core.ts'
import type { WebhookRow } from '#db/schema/operations.ts'
import type { MailOrigin } from '#features/core/mail/outbox.ts'
import { type Outside, outsideUrl } from '#features/core/network/fetch-outside.ts'
import { type AuditActor, auditEntry } from '#features/core/site/audit-log.ts'
import { EVENTS } from '#features/operations/webhooks/payload.ts'
import { newWebhookSecret, oldSecretOf } from '#features/operations/webhooks/secrets.ts'
import { after, DAY } from '#kernel/clock.ts'
import type { Secrets } from '#kernel/crypto/signatures.ts'
import { AppError } from '#kernel/errors.ts'
import { text } from '#kernel/fields.ts'
import { randomId } from '#kernel/ids.ts'

/** The trigger webhooks_ten_at_most enforces this limit. */
export const WEBHOOKS_MAX = 10
export const WEBHOOK_URL_MAX = 500
/** After a rotation the old secret signs too for this time. */
const ROTATING_FOR = DAY
export const DELIVERIES_MAX = 50

export const WebhookInput = z.object({
  url: text({ min: 1, max: WEBHOOK_URL_MAX }).describe(
    'An https address on port 443 of a public host. Other addresses are refused with `bad_target`.',
  ),
  events: z
    .array(z.enum(EVENTS))
    .min(1)
    .max(EVENTS.length)
    .transform((events) => EVENTS.filter((event) => events.includes(event))),
})

export const WebhookChange = WebhookInput.partial().extend({
  enabled: z
    .boolean()
    .optional()
    .describe(
      'False disables the webhook: it gets no new events, and deliveries that are not sent yet are dropped. True enables it again.',
    ),
})

export const WebhookShape = z
  .object({
    id: z.int(),
    url: z.string(),
    events: z.array(z.enum(EVENTS)),
    enabled: z.boolean(),
    disabled_because: z
      .enum(['owner', 'gone', 'failing'])
      .nullable()
      .describe(
        'Why the webhook is disabled: an owner disabled it, its server answered with status 410, or its deliveries failed for days. Null if it is enabled.',
      ),
    failing_since: z.iso
      .datetime()
      .nullable()
      .describe('The time since which all deliveries have failed. Null if they do not fail.'),
    rotating_until: z.iso
      .datetime()
      .nullable()
      .describe(
        'Until this time, deliveries are also signed with the secret from before the last rotation. Null if there is no earlier secret.',
      ),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'Webhook' })

export const WebhookSecretShape = z
  .object({
    secret: z
      .string()
      .describe(
        'The secret that signs the deliveries (`whsec_…`). Only this response contains it.',
      ),
  })
  .meta({ id: 'WebhookSecret' })
export const NewWebhookShape = WebhookShape.extend(WebhookSecretShape.shape).meta({
  id: 'NewWebhook',
})

export const WebhookDeliveryShape = z
  .object({
    id: z.int(),
    type: z.enum([...EVENTS, 'webhook.test']),
    webhook_id: z
      .string()
      .describe('The value of the header `webhook-id`. It is the same in every attempt.'),
    status: z.enum(['queued', 'sent', 'failed', 'dropped']),
    attempts: z.int(),
    response_status: z
      .int()
      .nullable()
      .describe('The HTTP status of the last response. Null if there was none.'),
    duration_ms: z
      .int()
      .nullable()
      .describe('The duration of the last attempt in milliseconds. Null before the first attempt.'),
    problem: z
      .string()
      .nullable()
      .describe('The problem of the last attempt that failed. Null if there is none.'),
    created_at: z.iso.datetime(),
    next_attempt_at: z.iso
      .datetime()
      .nullable()
      .describe('The time of the next attempt. Null if there is no further attempt.'),
  })
  .meta({ id: 'WebhookDelivery' })

export type Webhook = z.infer<typeof WebhookShape>
export type WebhookDelivery = z.infer<typeof WebhookDeliveryShape>

/** Oldest first. There are at most WEBHOOKS_MAX, so the list has one page. */
export const allWebhooks: Group<Webhook[]> = group(
  { rows: sql<WebhookRow>`SELECT * FROM webhooks ORDER BY id` },
  ({ rows }) => rows.map(asWebhook),
)

export function deliveriesOf(id: number): Group<WebhookDelivery[]> {
  const rows = sql<OutboxRow>`
    SELECT * FROM outbox WHERE channel = 'webhook' AND ref = ${id} ORDER BY id DESC LIMIT ${DELIVERIES_MAX}`
  return group({ hook: found(rowOf(id)), rows }, ({ rows }) => rows.map(asDelivery))
}

export async function createWebhook(
  db: Database,
  secrets: Secrets,
  owner: AuditActor,
  { url, events }: z.infer<typeof WebhookInput>,
  { site, language, outside }: MailOrigin & { outside: Outside },
  now: Date,
): Promise<z.infer<typeof NewWebhookShape>> {
  const target = outsideUrl(url, outside)
  const { shown, secret, keyId } = await newWebhookSecret(secrets)
  const list = JSON.stringify(events)
  const [, [row]] = await db
    .batch([
      entry(owner, 'webhook.create', target.href, now),
      sql<WebhookRow>`
        INSERT INTO webhooks (url, host, events, secret, key_id, site, language, created_at)
        VALUES (${target.href}, ${target.host}, ${list}, ${secret}, ${keyId}, ${site}, ${language}, ${now.toISOString()})
        RETURNING *`,
    ])
    .catch(nameTheLimit('url', 'too_many_webhooks', WEBHOOKS_MAX))
  return { ...asWebhook(row as WebhookRow), secret: shown }
}

/** The trigger webhooks_moved_send_there sends waiting deliveries to the new host. */
export async function changeWebhook(
  db: Database,
  owner: AuditActor,
  id: number,
  change: z.infer<typeof WebhookChange>,
  outside: Outside,
  now: Date,
): Promise<Webhook> {
  const before = await db.read(found(rowOf(id)))
  const target = outsideUrl(change.url ?? before.url, outside)
  const events = change.events ? JSON.stringify(change.events) : before.events
  const isEnabled = change.enabled ?? before.disabled_at === null
  // A webhook that is enabled again or has a new address starts without failures.
  const isFresh = isEnabled && (before.disabled_at !== null || target.href !== before.url)
  const { after: row } = await db.read({
    change: command([
      entry(owner, 'webhook.change', target.href, now),
      sql`UPDATE webhooks SET url = ${target.href}, host = ${target.host}, events = ${events},
            disabled_at = ${isEnabled ? null : (before.disabled_at ?? now.toISOString())},
            disabled_because = ${isEnabled ? null : (before.disabled_because ?? 'owner')},
            failing_since = ${isFresh ? null : before.failing_since}
          WHERE id = ${id}`,
    ]),
    after: found(rowOf(id)),
  })
  return asWebhook(row)
}

/** Returns the new secret, which is shown only once. The old one signs too for a while. */
export async function rotateWebhookSecret(
  db: Database,
  secrets: Secrets,
  owner: AuditActor,
  id: number,
  now: Date,
): Promise<string> {
  const before = await db.read(found(rowOf(id)))
  const old = await oldSecretOf(secrets, before)
  const { shown, secret, keyId } = await newWebhookSecret(secrets)
  await db.batch([
    entry(owner, 'webhook.rotate', before.url, now),
    sql`UPDATE webhooks SET secret = ${secret}, key_id = ${keyId}, old_secret = ${old},
          old_until = ${old && after(now, ROTATING_FOR).toISOString()} WHERE id = ${id}`,
  ])
  return shown
}

/** The trigger webhooks_take_their_deliveries_along deletes the deliveries of the webhook. */
export async function removeWebhook(
  db: Database,
  owner: AuditActor,
  id: number,
  now: Date,
): Promise<void> {
  const { url } = await db.read(found(rowOf(id)))
  await db.batch([
    entry(owner, 'webhook.remove', url, now),
    sql`DELETE FROM webhooks WHERE id = ${id}`,
  ])
}

export async function testWebhook(db: Database, id: number, now: Date): Promise<WebhookDelivery> {
  const { host } = enabled(await db.read(found(rowOf(id))))
  const at = now.toISOString()
  const payload = JSON.stringify({ id: `msg_${randomId()}`, of: id })
  const [[row]] = await db.batch([
    sql<OutboxRow>`
      INSERT INTO outbox (channel, kind, target, ref, payload, status, next_attempt_at, created_at)
      VALUES ('webhook', 'webhook.test', ${host}, ${id}, ${payload}, 'queued', ${at}, ${at}) RETURNING *`,
  ])
  return asDelivery(row as OutboxRow)
}

export async function resendDelivery(
  db: Database,
  id: number,
  delivery: number,
  now: Date,
): Promise<WebhookDelivery> {
  const { host } = enabled(await db.read(found(rowOf(id))))
  const which = sql`id = ${delivery} AND channel = 'webhook' AND ref = ${id}`
  const [[row], known] = await db.batch([
    sql<OutboxRow>`
      UPDATE outbox SET status = 'queued', settled_at = NULL, attempts = 0, target = ${host}, next_attempt_at = ${now.toISOString()}
      WHERE ${which} AND status <> 'queued' RETURNING *`,
    sql`SELECT 1 FROM outbox WHERE ${which}`,
  ])
  if (!row) throw new AppError(known.length === 0 ? 'not_found' : 'invalid_transition')
  return asDelivery(row)
}

function enabled(hook: WebhookRow): WebhookRow {
  if (hook.disabled_at !== null) throw new AppError('invalid_transition')
  return hook
}

function entry(
  owner: AuditActor,
  action: `webhook.${'create' | 'change' | 'rotate' | 'remove'}`,
  name: string,
  now: Date,
) {
  return auditEntry(owner, { action, target: ['site_setting', 'webhooks'], after: { name } }, now)
}

const rowOf = (id: number): Statement<WebhookRow> => sql`SELECT * FROM webhooks WHERE id = ${id}`

function asWebhook(row: WebhookRow): Webhook {
  const { id, url, events, disabled_at, disabled_because, failing_since, old_until, created_at } =
    row
  const enabled = disabled_at === null
  return {
    id,
    url,
    events: JSON.parse(events),
    enabled,
    disabled_because,
    failing_since,
    created_at,
    rotating_until: old_until,
  }
}

function asDelivery(row: OutboxRow): WebhookDelivery {
  const { id, kind, payload, status, attempts, response_status, duration_ms, problem, created_at } =
    row
  return {
    id,
    type: kind as string as WebhookDelivery['type'],
    webhook_id: JSON.parse(payload ?? '{}').id,
    status: status as WebhookDelivery['status'],
    attempts,
    response_status,
    duration_ms,
    problem,
    created_at,
    next_attempt_at: status === 'queued' ? row.next_attempt_at : null,
  }
}
