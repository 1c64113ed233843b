import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { keyParam } from '#features/accounts/providers/http/requests.ts'
import {
  disconnectProvider,
  OwnProviderShape,
  ownProviders,
  ProviderLinkShape,
} from '#features/accounts/providers/identities.ts'
import { allProviders } from '#features/accounts/providers/providers.ts'
import { changeOrigin } from '#features/accounts/sessions/http/session-response.ts'
import { sendsMail } from '#features/core/mail/http/sends-mail.ts'
import { lazyViewer, member, signedIn } from '#web/guards/access.ts'
import { limitedPerUser } from '#web/limits/limits.ts'
import { doc, listOf, read, write } from '#web/openapi/doc.ts'
import { done } from '#web/responses.ts'

export const providersApi = new Hono<AppEnv>()
  .get(
    '/auth/providers',
    read('listProviders', { tag: 'auth' }),
    lazyViewer,
    doc(
      'List the login providers. A login starts at the page `/auth/<key>?next=<path>` and leads to `next`',
      {
        200: z.array(ProviderLinkShape),
      },
    ),
    async (c) =>
      c.json((await allProviders(c.var.db, c.var.now)).map(({ key, name }) => ({ key, name }))),
  )
  .get(
    '/settings/providers',
    read('listOwnProviders', { tag: 'settings' }),
    signedIn,
    doc('List the login providers and your connections', { 200: listOf(OwnProviderShape) }),
    async (c) =>
      c.json({ items: await c.var.db.all(ownProviders(c.var.viewer)), next_cursor: null }),
  )
  .delete(
    '/settings/providers/:key',
    write('deleteProvider', { tag: 'settings', repeat: 'refused: not_found', fresh: true }),
    member,
    limitedPerUser('factor-change'),
    sendsMail,
    keyParam,
    doc('Disconnect a login provider', { 204: null }, 'last_sign_in', 'not_found'),
    (c) =>
      done(
        c,
        disconnectProvider(c.var.db, c.var, c.req.valid('param').key, changeOrigin(c), c.var.now),
      ),
  )
