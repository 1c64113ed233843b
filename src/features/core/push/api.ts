import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { outsideOf } from '#features/core/network/fetch-outside.ts'
import { deliverPush } from '#features/core/push/http/deliver-push.ts'
import { vapidsOf } from '#features/core/push/keys.ts'
import { pushNotice } from '#features/core/push/notice.ts'
import {
  PushSubscriptionInput,
  queueTest,
  subscribe,
  unsubscribeDevice,
} from '#features/core/push/subscriptions.ts'
import { member, signedIn } from '#web/guards/access.ts'
import { hasFreshSession } from '#web/guards/fresh-session.ts'
import { inBackground } from '#web/in-background.ts'
import { limitedPerUser } from '#web/limits/limits.ts'
import { doc, read, write } from '#web/openapi/doc.ts'
import { done } from '#web/responses.ts'
import { secretsOf } from '#web/secrets.ts'
import { siteOrigin } from '#web/site-origin.ts'
import { idParam, json } from '#web/validation/validate.ts'

const NoticeShape = z.object({
  text: z.string(),
  link: z.string().nullable(),
  read: z.boolean(),
  unread: z.int(),
})

export const pushApi = new Hono<AppEnv>()
  .get(
    '/push/key',
    read('getPushKey', { tag: 'push' }),
    signedIn,
    doc(
      'Get the public key of the site. Browsers need it as `applicationServerKey` of `PushManager.subscribe`',
      {
        200: z.object({ key: z.string() }),
      },
    ),
    async (c) =>
      c.json({ key: (await vapidsOf(c.var.db, secretsOf(c.env), c.var.now))[0].publicKey }),
  )
  .put(
    '/push/subscription',
    write('subscribeToPush', { tag: 'push', repeat: 'idempotent' }),
    member,
    doc(
      'Start push messages to this browser. They end with the session',
      { 204: null },
      'unknown_push_service',
    ),
    json(PushSubscriptionInput),
    (c) => {
      const { isLocal } = outsideOf(c.env, null)
      const services = { isLocal, site: siteOrigin(c), ownHosts: c.env.JOULE_PUSH_HOSTS ?? '' }
      const own = { viewer: c.var.viewer, sid: c.var.sid, isFresh: hasFreshSession(c) }
      return done(c, subscribe(c.var.db, own, c.req.valid('json'), services, c.var.now))
    },
  )
  .delete(
    '/push/subscription',
    write('unsubscribeFromPush', { tag: 'push', repeat: 'idempotent' }),
    member,
    doc('Stop push messages to this browser', { 204: null }),
    (c) => done(c, unsubscribeDevice(c.var.db, c.var.sid)),
  )
  .post(
    '/push/test',
    write('testPush', { tag: 'push', repeat: 'adds' }),
    member,
    limitedPerUser('push-test'),
    doc(
      'Send a push message to this browser as a test. Refused with `not_found` if the session has no subscription',
      { 202: null },
      'not_found',
    ),
    async (c) => {
      await queueTest(c.var.db, c.var.sid, c.var.now)
      inBackground(c, 'send push messages', deliverPush(c.env, c.var.clock))
      return c.body(null, 202)
    },
  )
  .get(
    '/push/notices/:id',
    read('getPushNotice', { tag: 'push' }),
    signedIn,
    idParam,
    doc(
      'Get the text of one of your notifications, and the number of unread notifications. Push messages do not contain the text',
      { 200: NoticeShape },
      'not_found',
    ),
    async (c) =>
      c.json(await pushNotice(c.var.db, c.var.viewer, c.req.valid('param').id, c.var.language)),
  )
