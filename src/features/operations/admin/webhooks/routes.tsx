import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { mailOrigin } from '#features/core/mail/http/sends-mail.ts'
import { outsideOf } from '#features/core/network/fetch-outside.ts'
import { auditActorOf, byAdmin } from '#features/core/site/audit-log.ts'
import { PAGES, showAdminPage } from '#features/operations/admin/frame/page.tsx'
import {
  DeliveriesView,
  WebhooksView,
  webhookTexts,
} from '#features/operations/admin/webhooks/views.tsx'
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
import { limitedPerUser } from '#web/limits/limits.ts'
import { ownerFreshWrite, ownerRead, summary } from '#web/openapi/admin.ts'
import { listOf } from '#web/openapi/doc.ts'
import { done } from '#web/responses.ts'
import { secretsOf } from '#web/secrets.ts'
import { siteOrigin } from '#web/site-origin.ts'
import { idParam, json, param } from '#web/validation/validate.ts'

const id = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)

export const adminWebhooksApi = new Hono<AppEnv>()
  .get(
    '/admin/webhooks',
    ownerRead('listAdminWebhooks', listOf(WebhookShape)),
    summary('List the webhooks'),
    async (c) => c.json({ items: await c.var.db.read(allWebhooks), next_cursor: null }),
  )
  .post(
    '/admin/webhooks',
    ownerFreshWrite('createAdminWebhook', 'adds', { 201: NewWebhookShape }, 'bad_target'),
    summary('Add a webhook. Only this response contains its secret'),
    json(WebhookInput),
    async (c) => {
      const { db, now } = c.var
      const origin = { ...mailOrigin(c), outside: outsideOf(c.env, siteOrigin(c)) }
      const created = await createWebhook(
        db,
        secretsOf(c.env),
        auditActorOf(c),
        c.req.valid('json'),
        origin,
        now,
      )
      forgetWebhooks()
      return c.json(created, 201)
    },
  )
  .put(
    '/admin/webhooks/:id',
    ownerFreshWrite('updateAdminWebhook', 'adds', WebhookShape, 'bad_target'),
    summary('Change, disable or enable a webhook. A missing field does not change'),
    idParam,
    json(WebhookChange),
    async (c) => {
      const outside = outsideOf(c.env, siteOrigin(c))
      const changed = await byAdmin(
        c,
        changeWebhook,
        c.req.valid('param').id,
        c.req.valid('json'),
        outside,
      )
      forgetWebhooks()
      return c.json(changed)
    },
  )
  .delete(
    '/admin/webhooks/:id',
    ownerFreshWrite('deleteAdminWebhook', 'refused: not_found', null),
    summary('Remove a webhook with its deliveries'),
    idParam,
    (c) => done(c, byAdmin(c, removeWebhook, c.req.valid('param').id)),
  )
  .post(
    '/admin/webhooks/:id/rotate',
    ownerFreshWrite('rotateAdminWebhook', 'adds', WebhookSecretShape),
    summary(
      'Replace the secret of a webhook. For a day, deliveries are signed with both the old and the new secret. Only this response contains the new one',
    ),
    idParam,
    async (c) => {
      const { id } = c.req.valid('param')
      return c.json({
        secret: await rotateWebhookSecret(
          c.var.db,
          secretsOf(c.env),
          auditActorOf(c),
          id,
          c.var.now,
        ),
      })
    },
  )
  .post(
    '/admin/webhooks/:id/test',
    ownerFreshWrite(
      'testAdminWebhook',
      'adds',
      { 202: WebhookDeliveryShape },
      'invalid_transition',
    ),
    summary(
      'Send the event `webhook.test` to a webhook. Refused with `invalid_transition` if the webhook is disabled',
    ),
    limitedPerUser('webhook-test'),
    idParam,
    async (c) => c.json(await testWebhook(c.var.db, c.req.valid('param').id, c.var.now), 202),
  )
  .get(
    '/admin/webhooks/:id/deliveries',
    ownerRead('listAdminWebhookDeliveries', listOf(WebhookDeliveryShape)),
    summary('List the last deliveries of a webhook, newest first'),
    idParam,
    async (c) =>
      c.json({
        items: await c.var.db.read(deliveriesOf(c.req.valid('param').id)),
        next_cursor: null,
      }),
  )
  .post(
    '/admin/webhooks/:id/deliveries/:did/resend',
    ownerFreshWrite(
      'resendAdminWebhookDelivery',
      'refused: invalid_transition',
      { 202: WebhookDeliveryShape },
      'invalid_transition',
    ),
    summary(
      'Send a delivery again. It has the same `webhook-id`, and the current data of its event. Refused with `invalid_transition` if it waits to be sent or if the webhook is disabled',
    ),
    param(z.object({ id, did: id })),
    async (c) => {
      const { id, did } = c.req.valid('param')
      return c.json(await resendDelivery(c.var.db, id, did, c.var.now), 202)
    },
  )

export const adminWebhooksPages = new Hono<AppEnv>().get(
  PAGES.webhooks.href,
  PAGES.webhooks.guard,
  (c) => {
    const chosen = Number(c.req.query('id'))
    if (!Number.isSafeInteger(chosen) || chosen < 1)
      return showAdminPage(
        c,
        { name: 'webhooks', lead: webhookTexts[c.var.language].lead },
        { hooks: allWebhooks },
        WebhooksView,
      )
    const parts = { hooks: allWebhooks, deliveries: deliveriesOf(chosen) }
    return showAdminPage(c, { name: 'webhooks', lead: null }, parts, (read) => (
      <DeliveriesView {...read} id={chosen} />
    ))
  },
)
