import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const energyLog = sqliteTable('energy_log', {
  id: integer().primaryKey({ autoIncrement: true }),
  user_id: integer().notNull(),
  amount: integer().notNull(),
  reason: text({
    enum: ['checkin', 'energize', 'energized', 'rename', 'rename_refund', 'delete_post', 'admin_adjust'],
  }).notNull(),
  balance_after: integer().notNull(),
  post_id: integer(),
  note: text(),
  created_at: text().notNull(),
  exp_gained: integer().notNull(),
})

export type LedgerRow = typeof energyLog.$inferSelect
export type EnergyReason = LedgerRow['reason']
