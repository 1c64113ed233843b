import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const invitationBatches = sqliteTable('invitation_batches', {
  id: integer().primaryKey(),
  creator_id: integer().notNull(),
  note: text().notNull(),
  codes: integer().notNull(),
  /** Of each code. */
  uses: integer().notNull(),
  used: integer().notNull(),
  created_at: text().notNull(),
  expires_at: text().notNull(),
  revoked_at: text(),
})

export type InvitationBatchRow = typeof invitationBatches.$inferSelect

export const invitations = sqliteTable('invitations', {
  id: integer().primaryKey(),
  code: text().notNull(),
  creator_id: integer().notNull(),
  /** Null if it was not created in bulk. */
  batch_id: integer(),
  uses: integer().notNull(),
  used: integer().notNull(),
  created_at: text().notNull(),
  expires_at: text().notNull(),
  revoked_at: text(),
})

export type InvitationRow = typeof invitations.$inferSelect

export const invitationUses = sqliteTable('invitation_uses', {
  user_id: integer().primaryKey(),
  invitation_id: integer().notNull(),
  inviter_id: integer().notNull(),
  created_at: text().notNull(),
})

export const spentProofs = sqliteTable('spent_proofs', {
  /** Of a proof of work. */
  challenge: text().primaryKey(),
  expires_at: text().notNull(),
})
