import type { Statement, Statements } from '#db/client.ts'
import { REPAIRS } from '#features/operations/admin/overview/invariant-repairs.ts'
import { checkInvariants, type InvariantReport } from '#features/operations/admin/overview/invariants.ts'

/** Runs all checks over all rows. */
export async function checkAll(db: Statements, now: Date): Promise<InvariantReport> {
  let report = await checkInvariants(db, now, { restart: true })
  while (!report.complete) report = await checkInvariants(db, now)
  return report
}

/**
 * Alternates checks and repairs until a pass finds nothing new to repair. One pass is not enough: a check reports at most ten
 * rows per slice, and a repaired post changes the figures of its author.
 */
export async function repairAll(db: Statements, now: Date): Promise<{ repaired: number; report: InvariantReport }> {
  const tried = new Set<string>()
  for (;;) {
    const report = await checkAll(db, now)
    const found = wrongRows(report).filter(({ name }) => !tried.has(name))
    if (found.length === 0) return { repaired: tried.size - wrongRows(report).length, report }
    for (const { name, statements } of found) {
      tried.add(name)
      await db.batch(statements)
    }
  }
}

/** Rows that can be repaired, with their repair statements. */
function wrongRows({ failures }: InvariantReport): { name: string; statements: Statement[] }[] {
  return Object.entries(failures).flatMap(([check, ids]) => {
    const repair = REPAIRS[check]
    return repair ? ids.map((id) => ({ name: `${check}: ${id}`, statements: repair(id) })) : []
  })
}
