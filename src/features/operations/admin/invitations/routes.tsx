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
import { byAdmin } from '#features/core/site/audit-log.ts'
import { settingOf } from '#features/core/site/settings.ts'
import { idFilter } from '#features/operations/admin/frame/inputs.ts'
import { PAGES } from '#features/operations/admin/frame/menu.tsx'
import { showAdminPage } from '#features/operations/admin/frame/page.tsx'
import { InvitationBatchesView } from '#features/operations/admin/invitations/views.tsx'
import { ownerFreshWrite, ownerRead, ownerWrite, summary } from '#web/openapi/admin.ts'
import { listOf } from '#web/openapi/doc.ts'
import { csvFile, done } from '#web/responses.ts'
import { siteOrigin } from '#web/site-origin.ts'
import { idParam, json, pageFilters, pageQuery, pageRequest, query } from '#web/validation/validate.ts'

const NewBatchShape = InvitationBatchShape.extend({
  items: z.array(z.object({ code: z.string(), url: z.string() })),
}).meta({ id: 'NewInvitationBatch' })

export const adminInvitationsApi = new Hono<AppEnv>()
  .get(
    '/admin/invitations',
    ownerRead('listAdminInvitations', listOf(InvitationBatchShape)),
    summary('List the batches of invitation codes, newest first'),
    query(z.object(pageQuery)),
    async (c) => c.json(await c.var.db.read(invitationBatches(pageRequest(c.req.valid('query'))))),
  )
  .post(
    '/admin/invitations',
    ownerFreshWrite('createAdminInvitation', 'adds', { 201: NewBatchShape }),
    summary('Create many invitation codes at once'),
    json(InvitationBatchInput),
    async (c) => {
      const { items, ...batch } = await byAdmin(c, createBatch, c.req.valid('json'))
      const site = siteOrigin(c)
      return c.json({ ...batch, items: items.map(({ code }) => ({ code, url: urlOf(site, code) })) }, 201)
    },
  )
  .get(
    '/admin/invitations/:id/codes.csv',
    ownerRead('getAdminInvitationCodesCsv', { 200: 'text/csv' }),
    summary('Download the codes of a batch as CSV'),
    idParam,
    async (c) => {
      const { id } = c.req.valid('param')
      return csvFile(c, await batchCsv(c.var.db, id, siteOrigin(c)), `joule-invitations-${id}`)
    },
  )
  .delete(
    '/admin/invitations/:id',
    ownerWrite('deleteAdminInvitation', 'refused: not_found', null),
    summary('Revoke all codes of a batch'),
    idParam,
    (c) => done(c, byAdmin(c, revokeBatch, c.req.valid('param').id)),
  )

export const adminInvitationsPages = new Hono<AppEnv>().get(
  PAGES.invitations.href,
  PAGES.invitations.guard,
  pageFilters({ batch: idFilter }),
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
