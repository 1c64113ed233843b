import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { mailOrigin } from '#features/core/mail/http/sends-mail.ts'
import { outsideOf } from '#features/core/outside/fetch-outside.ts'
import { auditActorOf } from '#features/core/site/audit-log.ts'
import { PAGES } from '#features/operations/admin/frame/menu.tsx'
import { showAdminPage } from '#features/operations/admin/frame/page.tsx'
import { DeliveriesView, WebhooksView } from '#features/operations/admin/webhooks/views.tsx'
import { forgetWebhooks } from '#features/operations/webhooks/http/send-events.ts'
import {
  allWebhooks,
  changeWebhook,
  createWebhook,
  deliveriesOf,
  NewWebhookShape,
  removeWebhook,
  resendDelivery,
  rotateWebhookSecret,
  testWebhook,
  WebhookChange,
  WebhookDeliveryShape,
  WebhookInput,
  WebhookSecretShape,
  WebhookShape,
} from '#features/operations/webhooks/manage.ts'
import { owner } from '#web/guards/guards.ts'
import { limitedPerUser } from '#web/limits/limits.ts'
import { doc, listOf, read, write } from '#web/openapi/doc.ts'
import { secretsOf } from '#web/secrets.ts'
import { siteOrigin } from '#web/site-origin.ts'
import { idParam, json, param } from '#web/validation/validate.ts'

const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)
const deliveryParam = param(z.object({ id, did: id }))

export const adminWebhooksApi = new Hono<AppEnv>()
  .get(
    '/admin/webhooks',
    read('listAdminWebhooks', { tag: 'admin' }),
    owner,
    doc('List the webhooks', { 200: listOf(WebhookShape) }),
    async (c) => c.json({ items: await c.var.db.read(allWebhooks), next_cursor: null }),
  )
  .post(
    '/admin/webhooks',
    write('createAdminWebhook', { tag: 'admin', repeat: 'adds', fresh: true }),
    owner,
    doc('Add a webhook. The secret is returned only in this response', { 201: NewWebhookShape }, 'bad_target'),
    json(WebhookInput),
    async (c) => {
      const { db, now } = c.var
      const origin = { ...mailOrigin(c), outside: outsideOf(c.env, siteOrigin(c)) }
      const created = await createWebhook(db, secretsOf(c.env), auditActorOf(c), c.req.valid('json'), origin, now)
      forgetWebhooks()
      return c.json(created, 201)
    },
  )
  .put(
    '/admin/webhooks/:id',
    write('updateAdminWebhook', { tag: 'admin', repeat: 'adds', fresh: true }),
    owner,
    idParam,
    doc('Change, disable or enable a webhook', { 200: WebhookShape }, 'bad_target', 'not_found'),
    json(WebhookChange),
    async (c) => {
      const { db, now } = c.var
      const outside = outsideOf(c.env, siteOrigin(c))
      const { id } = c.req.valid('param')
      const changed = await changeWebhook(db, auditActorOf(c), id, c.req.valid('json'), outside, now)
      forgetWebhooks()
      return c.json(changed)
    },
  )
  .delete(
    '/admin/webhooks/:id',
    write('deleteAdminWebhook', { tag: 'admin', repeat: 'refused: not_found', fresh: true }),
    owner,
    idParam,
    doc('Remove a webhook with its deliveries', { 204: null }, 'not_found'),
    async (c) => {
      await removeWebhook(c.var.db, auditActorOf(c), c.req.valid('param').id, c.var.now)
      return c.body(null, 204)
    },
  )
  .post(
    '/admin/webhooks/:id/rotate',
    write('rotateAdminWebhook', { tag: 'admin', repeat: 'adds', fresh: true }),
    owner,
    idParam,
    doc('Replace the secret. Both secrets sign for a day', { 200: WebhookSecretShape }, 'not_found'),
    async (c) => {
      const { id } = c.req.valid('param')
      return c.json({ secret: await rotateWebhookSecret(c.var.db, secretsOf(c.env), auditActorOf(c), id, c.var.now) })
    },
  )
  .post(
    '/admin/webhooks/:id/test',
    write('testAdminWebhook', { tag: 'admin', repeat: 'adds', fresh: true }),
    owner,
    limitedPerUser('webhook-test'),
    idParam,
    doc('Send the event `webhook.test`', { 202: WebhookDeliveryShape }, 'invalid_transition', 'not_found'),
    async (c) => c.json(await testWebhook(c.var.db, c.req.valid('param').id, c.var.now), 202),
  )
  .get(
    '/admin/webhooks/:id/deliveries',
    read('listAdminWebhookDeliveries', { tag: 'admin' }),
    owner,
    idParam,
    doc('The last deliveries, newest first', { 200: listOf(WebhookDeliveryShape) }, 'not_found'),
    async (c) => c.json({ items: await c.var.db.read(deliveriesOf(c.req.valid('param').id)), next_cursor: null }),
  )
  .post(
    '/admin/webhooks/:id/deliveries/:did/resend',
    write('resendAdminWebhookDelivery', { tag: 'admin', repeat: 'adds', fresh: true }),
    owner,
    deliveryParam,
    doc(
      'Send a delivery again, with the same id and current data',
      { 202: WebhookDeliveryShape },
      'invalid_transition',
      'not_found',
    ),
    async (c) => {
      const { id, did } = c.req.valid('param')
      return c.json(await resendDelivery(c.var.db, id, did, c.var.now), 202)
    },
  )

export const adminWebhooksPages = new Hono<AppEnv>().get(PAGES.webhooks.href, PAGES.webhooks.guard, (c) => {
  const chosen = Number(c.req.query('id'))
  if (!Number.isSafeInteger(chosen) || chosen < 1)
    return showAdminPage(c, { name: 'webhooks' }, { hooks: allWebhooks }, (read) => <WebhooksView {...read} />)
  const parts = { hooks: allWebhooks, deliveries: deliveriesOf(chosen) }
  return showAdminPage(c, { name: 'webhooks' }, parts, (read) => <DeliveriesView {...read} id={chosen} />)
})
