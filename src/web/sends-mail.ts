import { createMiddleware } from 'hono/factory'
import { openDb } from '#db/client.ts'
import { Meter } from '#db/meter.ts'
import type { AppEnv, Bindings } from '#env'
import { deliver } from '#features/mail/deliver.ts'
import type { MailOrigin } from '#features/mail/outbox.ts'
import { deliveryOf } from '#features/mail/service.ts'
import type { Language } from '#kernel/i18n.ts'

/** What one request sends at most; the cron sends the rest. */
const MAILS_A_REQUEST = 10

/** For the route line of a write that causes mail: it is sent after the answer. */
export const sendsMail = createMiddleware<AppEnv>(async (c, next) => {
  await next()
  if (c.error === undefined) c.executionCtx.waitUntil(deliverSoon(c.env, c.var.now))
})

/** What a mail takes from the request that causes it. */
export function mailOrigin(c: { req: { url: string }; var: { language: Language } }): MailOrigin {
  return { site: new URL(c.req.url).origin, language: c.var.language }
}

async function deliverSoon(env: Bindings, now: Date): Promise<void> {
  try {
    await deliver(openDb(env.DB, new Meter()), deliveryOf(env), now, MAILS_A_REQUEST)
  } catch (error) {
    // The mail is committed, and the cron sends it.
    console.error(JSON.stringify({ level: 'error', job: 'send mail', error: String(error) }))
  }
}
