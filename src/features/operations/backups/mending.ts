import { quoted, type Reference } from '#features/operations/backups/schema.ts'

/**
 * What makes whole a database whose tables were read one after the other: run when all rows and indexes are there, and no trigger
 * yet. A row that refers to one that was deleted meanwhile, or came later, goes with it, as the database would have done.
 */
export function mending(tables: string[], references: Reference[]): string[] {
  const parentsFirst = tables.flatMap((table) => references.filter(({ child }) => child === table))
  return [...parentsFirst.flatMap(withoutOrphans), BALANCES]
}

/** The ledger only grows, so its part up to the first moment is exact; the balance is what its last entry says. */
const BALANCES = `UPDATE users SET energy = COALESCE(
  (SELECT balance_after FROM energy_log WHERE user_id = users.uid ORDER BY id DESC LIMIT 1), 0)`

function withoutOrphans({ child, field, optional, parent, parent_field }: Reference): string[] {
  const own = `${quoted(child)}.${quoted(field)}`
  const orphans = `${own} IS NOT NULL AND NOT EXISTS
  (SELECT 1 FROM ${quoted(parent)} AS parent WHERE parent.${quoted(parent_field)} = ${own})`
  const released = `UPDATE OR IGNORE ${quoted(child)} SET ${quoted(field)} = NULL WHERE ${orphans}`
  return [...(optional ? [released] : []), `DELETE FROM ${quoted(child)} WHERE ${orphans}`]
}
