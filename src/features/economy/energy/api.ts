import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { energyInfo, LEDGER_DAYS, recentEntries } from '#features/economy/energy/account.ts'
import { EnergyInfoShape, LedgerEntryShape } from '#features/economy/energy/ledger.ts'
import { signedIn } from '#web/guards/access.ts'
import { doc, listOf, read } from '#web/openapi/doc.ts'
import { pageQuery, pageRequest, query } from '#web/validation/validate.ts'

export const energyApi = new Hono<AppEnv>()
  .get(
    '/energy/info',
    read('getEnergyInfo', { tag: 'energy', tokens: true }),
    signedIn,
    doc('Get your energy balance', { 200: EnergyInfoShape }),
    async (c) => c.json(await energyInfo(c.var.db, c.var.viewer, c.var.now)),
  )
  .get(
    '/energy/logs',
    read('listEnergyLogs', { tag: 'energy', tokens: true }),
    signedIn,
    doc(`List your energy ledger of the last ${LEDGER_DAYS} days`, {
      200: listOf(LedgerEntryShape),
    }),
    query(z.object(pageQuery)),
    async (c) => {
      const { db, viewer, now } = c.var
      return c.json(
        await db.read(recentEntries(viewer.uid, pageRequest(c.req.valid('query')), now)),
      )
    },
  )
