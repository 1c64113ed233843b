import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { USERNAME_MAX } from '#features/core/people/username-key.ts'
import { byAdmin } from '#features/core/site/audit-log.ts'
import {
  ADJUST_MAX,
  ADJUST_PEOPLE_MAX,
  ADJUST_REASON_MAX,
  adjustEnergy,
} from '#features/economy/energy/adjust.ts'
import { AdminLedgerEntryShape } from '#features/economy/energy/ledger.ts'
import { ledgerPage } from '#features/economy/energy/ledger-search.ts'
import {
  AudienceQuery,
  findAudience,
  LedgerFilter,
  ledgerCsv,
  NAMES_MAX,
  usersNamed,
} from '#features/operations/admin/energy/energy.ts'
import { AdjustView, LedgerView } from '#features/operations/admin/energy/views.tsx'
import { searchInput, uidsOf } from '#features/operations/admin/frame/inputs.ts'
import { PAGES, showAdminPage } from '#features/operations/admin/frame/page.tsx'
import { dayOf } from '#kernel/clock.ts'
import { line, problem, text } from '#kernel/fields.ts'
import { adminRead, ownerRead, ownerWrite, summary } from '#web/openapi/admin.ts'
import { listOf } from '#web/openapi/doc.ts'
import { csvFile } from '#web/responses.ts'
import { retryOf } from '#web/validation/idempotency.ts'
import { json, pageFilters, pageQuery, pageRequest, query } from '#web/validation/validate.ts'

const AdjustInput = z.object({
  uids: z
    .array(z.int().min(1))
    .min(1)
    .max(ADJUST_PEOPLE_MAX)
    .superRefine((uids, context) => {
      if (new Set(uids).size < uids.length) context.addIssue(problem('repeated'))
    }),
  amount: z
    .int()
    .min(-ADJUST_MAX)
    .max(ADJUST_MAX)
    .superRefine((amount, context) => {
      if (amount === 0) context.addIssue(problem('zero'))
    }),
  reason: line({ min: 1, max: ADJUST_REASON_MAX }),
})

const NamesQuery = z.object({
  names: z
    .string()
    .transform((names) => names.split(','))
    .pipe(z.array(text({ min: 1, max: USERNAME_MAX })).max(NAMES_MAX)),
})

export const adminEnergyApi = new Hono<AppEnv>()
  .post(
    '/admin/energy/adjust',
    ownerWrite(
      'adjustEnergy',
      'idempotent',
      z.object({ adjusted: z.int() }),
      'not_found',
      'idempotency_conflict',
    ),
    summary(
      'Adjust the energy of several users in one transaction. An unknown uid refuses the whole request with `not_found`',
    ),
    json(AdjustInput),
    async (c) => {
      const input = c.req.valid('json')
      return c.json(await byAdmin(c, adjustEnergy, input, await retryOf(c, input)))
    },
  )
  .get(
    '/admin/energy/audience',
    ownerRead('getAdminEnergyAudience', z.object({ count: z.int(), uids: z.array(z.int()) })),
    summary(
      'Count and list the users that match a filter. If there are more of them than one adjustment allows, `uids` is empty',
    ),
    query(AudienceQuery),
    async (c) => c.json(await findAudience(c.var.db, c.req.valid('query'))),
  )
  .get(
    '/admin/energy/named',
    ownerRead(
      'findAdminUsersByName',
      z.object({ uids: z.array(z.int()), unknown: z.array(z.string()) }),
    ),
    summary(
      'Find users by username. `names` has the usernames, separated by commas. `unknown` of the response has the names without a user',
    ),
    query(NamesQuery),
    async (c) => c.json(await usersNamed(c.var.db, c.req.valid('query').names)),
  )
  .get(
    '/admin/energy/logs',
    adminRead('listAdminEnergyLogs', listOf(AdminLedgerEntryShape)),
    summary('List the entries of the energy ledger of all users'),
    query(LedgerFilter.extend(pageQuery)),
    async (c) => {
      const search = c.req.valid('query')
      return c.json(await c.var.db.read(ledgerPage(search, pageRequest(search), c.var.language)))
    },
  )
  .get(
    '/admin/energy/logs.csv',
    adminRead('exportAdminEnergyLogs', { 200: 'text/csv' }),
    summary('Export the energy ledger as CSV'),
    query(LedgerFilter),
    (c) =>
      csvFile(c, ledgerCsv(c.var.db, c.req.valid('query')), `joule-energy-${dayOf(c.var.now)}`),
  )

const filters = pageFilters({ ...LedgerFilter.shape, uid: searchInput })

export const adminEnergyPages = new Hono<AppEnv>()
  .get(PAGES.energy.href, PAGES.energy.guard, (c) =>
    showAdminPage(c, { name: 'energy' }, {}, AdjustView),
  )
  .get(PAGES.ledger.href, PAGES.ledger.guard, filters, async (c) => {
    const { db, language } = c.var
    const { cursor, ...asked } = c.req.valid('query')
    const search = { ...asked, ...(await uidsOf(db, { uid: asked.uid })) }
    const entries = ledgerPage(search, pageRequest({ cursor }), language)
    return showAdminPage(c, { name: 'ledger' }, { entries }, (read) => (
      <LedgerView {...{ ...read, asked, search }} />
    ))
  })
