import { sql } from 'drizzle-orm'
import { onTestFinished } from 'vitest'
import { newWebhookSecret } from '#features/operations/webhooks/secrets.ts'
import { secretsOf } from '#web/secrets.ts'
import { line, type People, type RouteLine } from './route-line.ts'

const ADDRESS = 'https://receiver.example/hook'
const INPUT = { url: ADDRESS, events: ['report.created'] }

/**
 * A webhook with a failed delivery, until the end of the test. Nothing is sent to it, because only
 * a failed delivery exists.
 */
async function hook({ world }: Pick<People, 'world'>): Promise<{ id: number; delivery: number }> {
  const { secret, keyId } = await newWebhookSecret(secretsOf(world.env))
  onTestFinished(async () => void (await world.db.batch([sql`DELETE FROM webhooks`])))
  const at = world.now.toISOString()
  const [, , [row]] = await world.db.batch([
    sql`DELETE FROM webhooks`,
    sql`INSERT INTO webhooks (url, host, events, secret, key_id, site, language, created_at)
        VALUES (${ADDRESS}, 'receiver.example', '["report.created"]', ${secret}, ${keyId}, 'http://joule.test', 'en', ${at})`,
    sql<{ id: number; delivery: number }>`
      INSERT INTO outbox (channel, kind, target, ref, payload, status, next_attempt_at, created_at, settled_at)
      SELECT 'webhook', 'webhook.test', host, id, json_object('id', 'msg_1', 'of', id), 'failed', ${at}, ${at}, ${at} FROM webhooks
      RETURNING ref AS id, id AS delivery`,
  ])
  return row ?? { id: 0, delivery: 0 }
}

const onHook = (status: number, written: number, json?: object) =>
  line('owner', 4, { status, written }, async (people) => {
    const { id } = await hook(people)
    return json ? { path: `/api/admin/webhooks/${id}`, json } : id
  })

export const WEBHOOK_ROUTES: Record<string, RouteLine> = {
  'GET /admin/webhooks': line('owner', 2, { rows: 40 }),
  'GET /api/admin/webhooks': line('owner', 2),
  'POST /api/admin/webhooks': line('owner', 3, { status: 201, written: 10 }, async (people) => {
    await hook(people)
    return { json: INPUT }
  }),
  'PUT /api/admin/webhooks/:id': onHook(200, 10, { enabled: false }),
  'DELETE /api/admin/webhooks/:id': onHook(204, 12),
  'POST /api/admin/webhooks/:id/rotate': onHook(200, 8),
  'POST /api/admin/webhooks/:id/test': onHook(202, 6),
  'GET /api/admin/webhooks/:id/deliveries': onHook(200, 0),
  'POST /api/admin/webhooks/:id/deliveries/:did/resend': line(
    'owner',
    4,
    { status: 202, written: 6 },
    async (people) => {
      const { id, delivery } = await hook(people)
      return `/api/admin/webhooks/${id}/deliveries/${delivery}/resend`
    },
  ),
}
