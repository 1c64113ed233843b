import { Hono } from 'hono'
import type { AppEnv } from '#env'
import { ConnectedAppShape, connectedApps, disconnectApp } from '#features/accounts/apps/apps.ts'
import { member, signedIn } from '#web/guards/access.ts'
import { doc, listOf, read, write } from '#web/openapi/doc.ts'
import { done } from '#web/responses.ts'
import { idParam } from '#web/validation/validate.ts'

export const appsApi = new Hono<AppEnv>()
  .get(
    '/settings/apps',
    read('listApps', { tag: 'settings' }),
    signedIn,
    doc('List the applications that you log in to with this account', {
      200: listOf(ConnectedAppShape),
    }),
    async (c) =>
      c.json({ items: await c.var.db.read(connectedApps(c.var.viewer)), next_cursor: null }),
  )
  .delete(
    '/settings/apps/:id',
    write('deleteApp', { tag: 'settings', repeat: 'refused: not_found' }),
    member,
    idParam,
    doc(
      'Disconnect an application. Its tokens for your account stop working',
      { 204: null },
      'not_found',
    ),
    (c) => done(c, disconnectApp(c.var.db, c.var.viewer, c.req.valid('param').id)),
  )
