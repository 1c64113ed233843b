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
import { auditActorOf, byAdmin } from '#features/core/site/audit-log.ts'
import { AppsView } from '#features/operations/admin/apps/views.tsx'
import { PAGES } from '#features/operations/admin/frame/menu.tsx'
import { showAdminPage } from '#features/operations/admin/frame/page.tsx'
import { limitedPerUser } from '#web/limits/limits.ts'
import { ownerFreshWrite, ownerRead, summary } from '#web/openapi/admin.ts'
import { listOf } from '#web/openapi/doc.ts'
import { done } from '#web/responses.ts'
import { secretsOf } from '#web/secrets.ts'
import { siteOrigin } from '#web/site-origin.ts'
import { idParam, json } from '#web/validation/validate.ts'

const SecretShape = z.object({ client_secret: z.string().describe('Returned only once') }).meta({ id: 'AppSecret' })

export const adminAppsApi = new Hono<AppEnv>()
  .get('/admin/apps', ownerRead('listAdminApps', listOf(AppShape)), summary('List the applications'), async (c) =>
    c.json({ items: await c.var.db.read(allApps), next_cursor: null }),
  )
  .post(
    '/admin/apps',
    ownerFreshWrite('createAdminApp', 'adds', { 201: NewAppShape }),
    summary('Register an application. The secret is returned only in this response'),
    limitedPerUser('app-change'),
    json(NewAppInput),
    async (c) => {
      return c.json(await createApp(c.var.db, secretsOf(c.env), auditActorOf(c), c.req.valid('json'), c.var.now), 201)
    },
  )
  .put(
    '/admin/apps/:id',
    ownerFreshWrite('updateAdminApp', 'adds', AppShape),
    summary('Change the name or the addresses of an application'),
    idParam,
    json(AppInput),
    async (c) => c.json(await byAdmin(c, changeApp, c.req.valid('param').id, c.req.valid('json'))),
  )
  .post(
    '/admin/apps/:id/secret',
    ownerFreshWrite('secretAdminApp', 'adds', SecretShape, 'invalid_transition'),
    summary('Replace the secret of an application. The old one stops working'),
    limitedPerUser('app-change'),
    idParam,
    async (c) => c.json({ client_secret: await byAdmin(c, rotateAppSecret, c.req.valid('param').id) }),
  )
  .delete(
    '/admin/apps/:id',
    ownerFreshWrite('deleteAdminApp', 'refused: not_found', null),
    summary('Remove an application with all its tokens'),
    idParam,
    (c) => done(c, byAdmin(c, removeApp, c.req.valid('param').id)),
  )

export const adminAppsPages = new Hono<AppEnv>().get(PAGES.apps.href, PAGES.apps.guard, (c) =>
  showAdminPage(c, { name: 'apps' }, { apps: allApps }, (read) => {
    const chosen = read.apps.find(({ id }) => String(id) === c.req.query('id')) ?? null
    return <AppsView {...read} chosen={chosen} site={siteOrigin(c)} />
  }),
)
