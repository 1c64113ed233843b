import { sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import type { WebhookRow } from '#db/schema/operations.ts'
import type { Bindings } from '#env'
import { languagesOf, siteIdentity } from '#features/core/identity/identity.ts'
import { SITE_NAME } from '#features/core/mail/mail-text.ts'
import { mail } from '#features/core/mail/outbox.ts'
import { fetchOutside, outsideOf, retryAfterOf } from '#features/core/network/fetch-outside.ts'
import { noticeToEach } from '#features/core/notifications/notices.ts'
import type { Claimed, Outcome, Sender } from '#features/core/outbox/sender.ts'
import { factsOf, payloadsOf, withLinks } from '#features/operations/webhooks/payload.ts'
import { signatures } from '#features/operations/webhooks/secrets.ts'
import { after, DAY, SECOND } from '#kernel/clock.ts'
import type { Secrets } from '#kernel/crypto/signatures.ts'
import { AppError } from '#kernel/errors.ts'
import { bilingual, offeredLanguage } from '#kernel/i18n.ts'

const FAILING_FOR = 3 * DAY
/**
 * Longer than the time between two attempts of one delivery. If there was no attempt for this time,
 * the failures count from the start again.
 */
const SILENT_MAX = DAY

/**
 * Standard Webhooks 1.0.0:
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function webhookSender(env: Bindings, secrets: Secrets): Sender<'webhook'> {
  return {
    channel: 'webhook',
    parallel: 5,
    async open(db, rows, now) {
      const ids = JSON.stringify(rows.map(({ ref }) => ref))
      const hooks = await db.all(sql<WebhookRow>`
        SELECT * FROM webhooks WHERE disabled_at IS NULL AND id IN (SELECT value FROM json_each(${ids}))`)
      const payloads = await payloadsOf(db, rows)
      return async (row) => {
        const hook = hooks.find(({ id }) => id === row.ref)
        const data = payloads.get(row.id)
        if (!hook || !data) return { status: 'dropped' }
        const body = JSON.stringify({
          type: row.kind,
          timestamp: row.created_at,
          data: withLinks(data, hook.site),
        })
        const answer = await post(env, secrets, hook, row, body, now)
        if ('response' in answer && answer.response >= 200 && answer.response < 300)
          return { status: 'sent', response: answer.response, also: [works(hook)] }
        return failure(db, hook, answer, now)
      }
    },
  }
}

/** The response of the receiver, or the error if there was none. */
type Answer = { response: number; retryAfter: number | undefined } | Error

/** Sends one event. The body of the response is not read. */
async function post(
  env: Bindings,
  secrets: Secrets,
  hook: WebhookRow,
  row: Claimed,
  body: string,
  now: Date,
): Promise<Answer> {
  const { id } = factsOf(row)
  const seconds = String(Math.floor(now.getTime() / SECOND))
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Joule-Webhooks',
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': await signatures(secrets, hook, `${id}.${seconds}.${body}`, now),
  }
  try {
    const response = await fetchOutside(outsideOf(env, hook.site), hook.url, {
      method: 'POST',
      headers,
      body,
    })
    await response.body?.cancel()
    return { response: response.status, retryAfter: retryAfterOf(response, now) }
  } catch (error) {
    return error as Error
  }
}

async function failure(
  db: Database,
  hook: WebhookRow,
  answer: Answer,
  now: Date,
): Promise<Outcome> {
  const isAnswered = 'response' in answer
  const problem = isAnswered ? `HTTP ${answer.response}` : `${answer.name}: ${answer.message}`
  const facts = { problem, isDown: true, ...(isAnswered && answer) }
  if (isAnswered && answer.response === 410)
    return { status: 'failed', ...facts, also: await disable(db, hook, 'gone', now) }
  const goesOn = hook.failed_at !== null && after(new Date(hook.failed_at), SILENT_MAX) > now
  const since = (goesOn && hook.failing_since) || now.toISOString()
  if (after(new Date(since), FAILING_FOR) <= now)
    return { status: 'failed', ...facts, also: await disable(db, hook, 'failing', now) }
  const fails = sql`UPDATE webhooks SET failing_since = ${since}, failed_at = ${now.toISOString()} WHERE id = ${hook.id}`
  return { status: answer instanceof AppError ? 'failed' : 'retry', ...facts, also: [fails] }
}

function works({ id }: WebhookRow): Statement {
  return sql`UPDATE webhooks SET failing_since = NULL WHERE id = ${id} AND failing_since IS NOT NULL`
}

/**
 * Disables the webhook. The trigger webhooks_disabled_send_nothing drops its waiting deliveries.
 * The owners get a notice and a mail.
 */
async function disable(
  db: Database,
  hook: WebhookRow,
  because: 'gone' | 'failing',
  now: Date,
): Promise<Statement[]> {
  const { id, url, site } = hook
  const language = offeredLanguage(languagesOf(await siteIdentity(db, now)), hook.language)
  const say = sentences[language]
  const owners = await db.all(
    sql<{ uid: number }>`SELECT uid FROM users WHERE role = 'owner' AND status = 'active'`,
  )
  const uids = owners.map(({ uid }) => uid)
  const text = {
    lines: [say.line(url, because)],
    action: { label: say.label, path: `/admin/webhooks?id=${id}` },
    notes: [],
  }
  return [
    sql`UPDATE webhooks SET disabled_at = ${now.toISOString()}, disabled_because = ${because}
        WHERE id = ${id} AND disabled_at IS NULL`,
    noticeToEach(
      uids,
      { kind: 'NotifySystem', relatedId: null, data: { event: 'webhook_disabled', address: url } },
      now,
    ),
    mail(
      sql`SELECT uid, email AS address FROM users
          WHERE uid IN (SELECT value FROM json_each(${JSON.stringify(uids)})) AND email IS NOT NULL`,
      { kind: 'webhook', site, language, subject: say.subject, text },
      now,
    ),
  ]
}

const sentences = bilingual({
  subject: [`${SITE_NAME}：一个 Webhook 已停用`, `${SITE_NAME}: a webhook was disabled`],
  line: [
    (url: string, because: 'gone' | 'failing') =>
      because === 'gone'
        ? `${url} 返回了 410，因此不再接收事件。`
        : `发往 ${url} 的事件连续三天都没有送达，因此已停用。`,
    (url: string, because: 'gone' | 'failing') =>
      because === 'gone'
        ? `${url} responded with 410, so it gets no more events.`
        : `Every delivery to ${url} has failed for three days, so the webhook was disabled.`,
  ],
  label: ['查看 Webhook', 'View the webhook'],
})
