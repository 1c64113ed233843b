import { sql } from 'drizzle-orm'
import { createMiddleware } from 'hono/factory'
import { group, Meter, one, openDb, throughCache } from '#db/client.ts'
import type { AppEnv, Bindings } from '#env'
import { deliverNow } from '#features/core/outbox/deliver.ts'
import { webhookSender } from '#features/operations/webhooks/sender.ts'
import { CachedValue } from '#kernel/cached-value.ts'
import { type Clock, MINUTE } from '#kernel/clock.ts'
import { inBackground } from '#web/in-background.ts'
import { secretsOf } from '#web/secrets.ts'

/** The maximum number of deliveries after a request. The minute cron sends the others. */
const EVENTS_A_REQUEST = 10

/**
 * Whether the site has webhooks. Most sites have none. A write then causes no work after its
 * response.
 */
const cache = new CachedValue<boolean>()

/**
 * Called after a change of the webhooks. It applies to this isolate. Other isolates see the change
 * after a minute; until then the cron sends their events.
 */
export const forgetWebhooks = () => cache.invalidate()

export const sendEvents = createMiddleware<AppEnv>(async (c, next) => {
  await next()
  const isWrite = c.req.method !== 'GET' && c.req.method !== 'HEAD'
  if (isWrite && c.res.ok) inBackground(c, 'send events', deliverEvents(c.env, c.var.clock))
})

async function deliverEvents(env: Bindings, clock: Clock): Promise<void> {
  const db = openDb(env.DB, new Meter())
  const hook = one(sql`SELECT 1 FROM webhooks WHERE disabled_at IS NULL LIMIT 1`)
  const hasHooks = group({ hook }, ({ hook }) => hook !== null)
  if (await db.read(throughCache(cache, MINUTE, hasHooks, clock())))
    await deliverNow(db, webhookSender(env, secretsOf(env)), clock, EVENTS_A_REQUEST)
}
