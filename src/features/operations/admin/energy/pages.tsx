import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { ledgerPage } from '#features/economy/energy/ledger-search.ts'
import { LedgerFilter } from '#features/operations/admin/energy/ledger-csv.ts'
import { adminEnergyTexts } from '#features/operations/admin/energy/text.ts'
import { AdjustView } from '#features/operations/admin/energy/views-adjust.tsx'
import { LedgerView } from '#features/operations/admin/energy/views-ledger.tsx'
import { ignoringInvalid, searchInput, uidsOf } from '#features/operations/admin/frame/inputs.ts'
import { showAdminPage } from '#features/operations/admin/frame/page.tsx'
import { adminPage, ownerPage } from '#web/guards/guards.ts'
import { pageQuery, pageRequest, query } from '#web/validation/validate.ts'

const filters = ignoringInvalid({ ...LedgerFilter.shape, uid: searchInput })

export const adminEnergyPages = new Hono<AppEnv>()
  .get('/admin/energy', ownerPage, (c) => {
    const { language } = c.var
    const { title } = adminEnergyTexts[language].adjust
    return showAdminPage(c, { name: 'energy', title }, {}, () => <AdjustView language={language} />)
  })
  .get('/admin/energy/logs', adminPage, query(z.object({ ...filters, cursor: pageQuery.cursor })), async (c) => {
    const { db, language } = c.var
    const { cursor, ...asked } = c.req.valid('query')
    const search = { ...asked, ...(await uidsOf(db, { uid: asked.uid })) }
    const { title } = adminEnergyTexts[language].ledger
    const entries = ledgerPage(search, pageRequest({ cursor }), language)
    return showAdminPage(c, { name: 'ledger', title }, { entries }, ({ entries }) => (
      <LedgerView {...{ entries, asked, search, language }} />
    ))
  })
