import type { Context, MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import { type Database, Meter, openDb } from '#db/client.ts'
import type { AppEnv, Bindings } from '#env'
import type { MailOrigin } from '#features/core/mail/outbox.ts'
import { mailSender } from '#features/core/mail/sender.ts'
import { deliver } from '#features/core/outbox/deliver.ts'
import type { Language } from '#kernel/i18n.ts'
import { inBackground } from '#web/in-background.ts'
import { mailLinkOrigin } from '#web/site-origin.ts'

type Before = (db: Database, now: Date) => Promise<void>

/** Maximum number of mails that are sent after one request. The cron sends the rest. */
const MAILS_A_REQUEST = 10

/**
 * Middleware for routes that cause mail: after the response it runs `before`, and then sends the
 * mail.
 */
export function sendsMailAfter(before: Before): MiddlewareHandler<AppEnv> {
  return createMiddleware<AppEnv>(async (c, next) => {
    await next()
    if (c.error === undefined) sendMailSoon(c, before)
  })
}

/** For a handler that causes mail only in some cases: sends the mail after the response. */
export function sendMailSoon(
  c: Pick<Context<AppEnv>, 'env' | 'var' | 'executionCtx'>,
  before: Before = async () => {},
): void {
  inBackground(c, 'send mail', deliverMail(c.env, before, c.var.now))
}

export const sendsMail = sendsMailAfter(async () => {})

/**
 * The address of the site and the language of the request, for the mails that the request causes.
 */
export function mailOrigin(c: {
  env: Bindings
  req: { url: string }
  var: { language: Language }
}): MailOrigin {
  return { site: mailLinkOrigin(c), language: c.var.language }
}

async function deliverMail(env: Bindings, before: Before, now: Date): Promise<void> {
  const db = openDb(env.DB, new Meter())
  await before(db, now)
  await deliver(db, [mailSender(env)], now, { most: MAILS_A_REQUEST })
}
