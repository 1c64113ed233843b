import { Hono } from 'hono'
import { z } from 'zod'
import type { AppEnv } from '#env'
import { ADJUST_MOST, ADJUST_PEOPLE, adjustEnergy } from '#features/energy/adjust.ts'
import { searchLedger } from '#features/energy/ledger-search.ts'
import { AdminLedgerEntryShape, ReasonShape } from '#features/energy/shapes.ts'
import { problem, text } from '#kernel/fields.ts'
import { acting } from '#web/acting.ts'
import { doc } from '#web/doc.ts'
import { admin, owner } from '#web/guards.ts'
import { listOf } from '#web/shapes.ts'
import { json, pageQuery, pageRequest, query } from '#web/validate.ts'

const AdjustInput = z.object({
  uids: z
    .array(z.int().positive())
    .min(1)
    .max(ADJUST_PEOPLE)
    .superRefine((uids, context) => {
      if (new Set(uids).size < uids.length) context.addIssue(problem('repeated'))
    }),
  amount: z
    .int()
    .min(-ADJUST_MOST)
    .max(ADJUST_MOST)
    .superRefine((amount, context) => {
      if (amount === 0) context.addIssue(problem('zero'))
    }),
  reason: text({ min: 1, max: 200 }),
})

const LedgerQuery = z.object({
  uid: z.coerce.number().int().positive().optional(),
  reason: ReasonShape.optional(),
  ...pageQuery,
})

export const adminEnergyApi = new Hono<AppEnv>()
  .post(
    '/admin/energy/adjust',
    owner,
    doc('Give or take energy, all of the people or none', { 200: z.object({ adjusted: z.int() }) }, 'not_found'),
    json(AdjustInput),
    async (c) => c.json({ adjusted: await adjustEnergy(c.var.db, acting(c), c.req.valid('json'), c.var.now) }),
  )
  .get(
    '/admin/energy/logs',
    admin,
    doc("Everybody's ledger", { 200: listOf(AdminLedgerEntryShape) }),
    query(LedgerQuery),
    async (c) => {
      const search = c.req.valid('query')
      return c.json(await searchLedger(c.var.db, search, pageRequest(search), c.var.language))
    },
  )
