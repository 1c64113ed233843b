import type { Statement, Statements } from '#db/client.ts'
import { REPAIRS } from '#features/operations/admin/overview/invariant-repairs.ts'
import { checkInvariants, type InvariantReport } from '#features/operations/admin/overview/invariants.ts'

/** A whole pass over everything, from its beginning. */
export async function checkAll(db: Statements, now: Date): Promise<InvariantReport> {
  let report = await checkInvariants(db, now, { anew: true })
  while (!report.complete) report = await checkInvariants(db, now)
  return report
}

/**
 * Mends what a check finds and checks again, until nothing new is found that can be mended: a check names ten rows at a time,
 * and what is mended on a post shows on its author.
 */
export async function repairAll(db: Statements, now: Date): Promise<{ mended: number; report: InvariantReport }> {
  const tried = new Set<string>()
  for (;;) {
    const report = await checkAll(db, now)
    const found = wrongRows(report).filter(({ name }) => !tried.has(name))
    if (found.length === 0) return { mended: tried.size - wrongRows(report).length, report }
    for (const { name, statements } of found) {
      tried.add(name)
      await db.batch(statements)
    }
  }
}

/** The rows that can be mended, with what does it. */
function wrongRows({ failures }: InvariantReport): { name: string; statements: Statement[] }[] {
  return Object.entries(failures).flatMap(([check, ids]) => {
    const repair = REPAIRS[check]
    return repair ? ids.map((id) => ({ name: `${check}: ${id}`, statements: repair(id) })) : []
  })
}
