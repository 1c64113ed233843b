import { Hono } from 'hono'
import type { AppEnv } from '#env'
import { ledgerPage } from '#features/economy/energy/ledger-search.ts'
import { LedgerFilter } from '#features/operations/admin/energy/ledger-csv.ts'
import { adminEnergyTexts } from '#features/operations/admin/energy/text.ts'
import { AdjustView } from '#features/operations/admin/energy/views-adjust.tsx'
import { LedgerView } from '#features/operations/admin/energy/views-ledger.tsx'
import { searchInput } from '#features/operations/admin/frame/inputs.ts'
import { adminPageOf } from '#features/operations/admin/frame/page.tsx'
import { uidsOf } from '#features/operations/admin/frame/uids.ts'
import { openDecisions } from '#features/operations/admin/frame/waiting.ts'
import { PAGE_SIZE } from '#kernel/paging.ts'
import { adminPage, ownerPage } from '#web/guards/guards.ts'
import { pageQuery, pageRequest, query } from '#web/validation/validate.ts'

const { reason, from, to } = LedgerFilter.shape
/** Forms also send empty fields. Invalid values are ignored. */
const LedgerQuery = LedgerFilter.extend({
  uid: searchInput.catch(undefined),
  reason: reason.catch(undefined),
  from: from.catch(undefined),
  to: to.catch(undefined),
  cursor: pageQuery.cursor,
})

export const adminEnergyPages = new Hono<AppEnv>()
  .get('/admin/energy', ownerPage, async (c) => {
    const { db, language } = c.var
    const waiting = await db.read(openDecisions)
    return adminPageOf(
      c,
      { name: 'energy', title: adminEnergyTexts[language].adjust.title, waiting },
      <AdjustView language={language} />,
    )
  })
  .get('/admin/energy/logs', adminPage, query(LedgerQuery), async (c) => {
    const { db, language } = c.var
    const { cursor, ...typed } = c.req.valid('query')
    const asked = { ...typed, ...(await uidsOf(db, { uid: typed.uid })) }
    const request = pageRequest({ limit: PAGE_SIZE, cursor })
    const { waiting, entries } = await db.read({
      waiting: openDecisions,
      entries: ledgerPage(asked, request, language),
    })
    return adminPageOf(
      c,
      { name: 'ledger', title: adminEnergyTexts[language].ledger.title, waiting },
      <LedgerView {...{ entries, asked, language }} person={typed.uid} />,
    )
  })
