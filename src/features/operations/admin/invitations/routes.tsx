import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import {
  batchCsv,
  batchWithCodes,
  createBatch,
  InvitationBatchInput,
  InvitationBatchShape,
  invitationBatches,
  revokeBatch,
} from '#features/accounts/invitations/batches.ts'
import { urlOf } from '#features/accounts/invitations/invitations.ts'
import { auditActorOf } from '#features/core/site/audit-log.ts'
import { settingOf } from '#features/core/site/settings.ts'
import { idFilter, ignoringInvalid } from '#features/operations/admin/frame/inputs.ts'
import { PAGES } from '#features/operations/admin/frame/menu.tsx'
import { showAdminPage } from '#features/operations/admin/frame/page.tsx'
import { InvitationBatchesView } from '#features/operations/admin/invitations/views.tsx'
import { owner } from '#web/guards/guards.ts'
import { doc, listOf, read, write } from '#web/openapi/doc.ts'
import { siteOrigin } from '#web/site-origin.ts'
import { idParam, json, pageQuery, pageRequest, query } from '#web/validation/validate.ts'

const NewBatchShape = InvitationBatchShape.extend({
  items: z.array(z.object({ code: z.string(), url: z.string() })),
}).meta({ id: 'NewInvitationBatch' })

export const adminInvitationsApi = new Hono<AppEnv>()
  .get(
    '/admin/invitations',
    read('listAdminInvitations', { tag: 'admin' }),
    owner,
    doc('List the batches of invitation codes, newest first', { 200: listOf(InvitationBatchShape) }),
    query(z.object(pageQuery)),
    async (c) => c.json(await c.var.db.read(invitationBatches(pageRequest(c.req.valid('query'))))),
  )
  .post(
    '/admin/invitations',
    write('createAdminInvitation', { tag: 'admin', repeat: 'adds', fresh: true }),
    owner,
    doc('Create many invitation codes at once', { 201: NewBatchShape }),
    json(InvitationBatchInput),
    async (c) => {
      const { items, ...batch } = await createBatch(c.var.db, auditActorOf(c), c.req.valid('json'), c.var.now)
      const site = siteOrigin(c)
      return c.json({ ...batch, items: items.map(({ code }) => ({ code, url: urlOf(site, code) })) }, 201)
    },
  )
  .get(
    '/admin/invitations/:id/codes.csv',
    read('getAdminInvitationCodesCsv', { tag: 'admin' }),
    owner,
    idParam,
    doc('Download the codes of a batch as CSV', { 200: 'text/csv' }, 'not_found'),
    async (c) => {
      const { id } = c.req.valid('param')
      return c.body(await batchCsv(c.var.db, id, siteOrigin(c)), 200, {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="joule-invitations-${id}.csv"`,
        'Cache-Control': 'no-store',
      })
    },
  )
  .delete(
    '/admin/invitations/:id',
    write('deleteAdminInvitation', { tag: 'admin', repeat: 'refused: not_found' }),
    owner,
    idParam,
    doc('Revoke all codes of a batch', { 204: null }, 'not_found'),
    async (c) => {
      await revokeBatch(c.var.db, auditActorOf(c), c.req.valid('param').id, c.var.now)
      return c.body(null, 204)
    },
  )

const BatchesQuery = z.object({ ...ignoringInvalid({ batch: idFilter }), cursor: pageQuery.cursor })

export const adminInvitationsPages = new Hono<AppEnv>().get(
  PAGES.invitations.href,
  PAGES.invitations.guard,
  query(BatchesQuery),
  (c) => {
    const { now } = c.var
    const { batch, cursor } = c.req.valid('query')
    const data = {
      shown: batch === undefined ? null : batchWithCodes(batch),
      batches: invitationBatches(pageRequest({ cursor })),
      isInviteOnly: settingOf('registration.invite_only'),
    }
    const site = siteOrigin(c)
    return showAdminPage(c, { name: 'invitations' }, data, (read) => (
      <InvitationBatchesView {...{ ...read, site, now }} />
    ))
  },
)
