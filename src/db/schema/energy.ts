import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { ENERGY_REASONS } from '#db/values.ts'

export const energyLog = sqliteTable('energy_log', {
  id: integer().primaryKey({ autoIncrement: true }),
  user_id: integer().notNull(),
  amount: integer().notNull(),
  reason: text({
    enum: ENERGY_REASONS,
  }).notNull(),
  balance_after: integer().notNull(),
  post_id: integer(),
  note: text(),
  created_at: text().notNull(),
  exp_gained: integer().notNull(),
})

export type LedgerRow = typeof energyLog.$inferSelect
export type EnergyReason = LedgerRow['reason']
