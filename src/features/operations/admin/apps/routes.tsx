import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import {
  AppInput,
  AppShape,
  allApps,
  changeApp,
  createApp,
  NewAppInput,
  NewAppShape,
  removeApp,
  rotateAppSecret,
} from '#features/accounts/apps/apps.ts'
import { auditActorOf } from '#features/core/site/audit-log.ts'
import { AppsView } from '#features/operations/admin/apps/views.tsx'
import { PAGES } from '#features/operations/admin/frame/menu.tsx'
import { showAdminPage } from '#features/operations/admin/frame/page.tsx'
import { owner } from '#web/guards/guards.ts'
import { limitedPerUser } from '#web/limits/limits.ts'
import { doc, listOf, read, write } from '#web/openapi/doc.ts'
import { secretsOf } from '#web/secrets.ts'
import { siteOrigin } from '#web/site-origin.ts'
import { idParam, json } from '#web/validation/validate.ts'

const SecretShape = z.object({ client_secret: z.string().describe('Returned only once') }).meta({ id: 'AppSecret' })

export const adminAppsApi = new Hono<AppEnv>()
  .get(
    '/admin/apps',
    read('listAdminApps', { tag: 'admin' }),
    owner,
    doc('List the applications', { 200: listOf(AppShape) }),
    async (c) => c.json({ items: await c.var.db.read(allApps), next_cursor: null }),
  )
  .post(
    '/admin/apps',
    write('createAdminApp', { tag: 'admin', repeat: 'adds', fresh: true }),
    owner,
    limitedPerUser('app-change'),
    doc('Register an application. The secret is returned only in this response', { 201: NewAppShape }),
    json(NewAppInput),
    async (c) => {
      return c.json(await createApp(c.var.db, secretsOf(c.env), auditActorOf(c), c.req.valid('json'), c.var.now), 201)
    },
  )
  .put(
    '/admin/apps/:id',
    write('updateAdminApp', { tag: 'admin', repeat: 'adds', fresh: true }),
    owner,
    idParam,
    doc('Change the name or the addresses of an application', { 200: AppShape }, 'not_found'),
    json(AppInput),
    async (c) => {
      const { id } = c.req.valid('param')
      return c.json(await changeApp(c.var.db, auditActorOf(c), id, c.req.valid('json'), c.var.now))
    },
  )
  .post(
    '/admin/apps/:id/secret',
    write('secretAdminApp', { tag: 'admin', repeat: 'adds', fresh: true }),
    owner,
    limitedPerUser('app-change'),
    idParam,
    doc(
      'Replace the secret of an application. The old one stops working',
      { 200: SecretShape },
      'invalid_transition',
      'not_found',
    ),
    async (c) => {
      const { id } = c.req.valid('param')
      return c.json({ client_secret: await rotateAppSecret(c.var.db, auditActorOf(c), id, c.var.now) })
    },
  )
  .delete(
    '/admin/apps/:id',
    write('deleteAdminApp', { tag: 'admin', repeat: 'refused: not_found', fresh: true }),
    owner,
    idParam,
    doc('Remove an application with all its tokens', { 204: null }, 'not_found'),
    async (c) => {
      await removeApp(c.var.db, auditActorOf(c), c.req.valid('param').id, c.var.now)
      return c.body(null, 204)
    },
  )

export const adminAppsPages = new Hono<AppEnv>().get(PAGES.apps.href, PAGES.apps.guard, (c) =>
  showAdminPage(c, { name: 'apps' }, { apps: allApps }, (read) => {
    const chosen = read.apps.find(({ id }) => String(id) === c.req.query('id')) ?? null
    return <AppsView {...read} chosen={chosen} site={siteOrigin(c)} />
  }),
)
