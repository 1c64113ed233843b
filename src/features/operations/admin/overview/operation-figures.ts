import type { z } from 'zod'
import type { Operation } from '#features/core/site/operations.ts'
import { alarmsOf } from '#features/operations/admin/overview/alarms.ts'
import type { BackupFigures } from '#features/operations/admin/overview/backups.ts'
import type { CronReport } from '#features/operations/admin/overview/cron-report.ts'
import type { OperationsShape } from '#features/operations/admin/overview/shapes.ts'

export type OperationFigures = z.infer<typeof OperationsShape>

const ROUTES_SHOWN = 5

/** How the site did in the last day, for those who run it. */
export function operationFigures(
  operations: Operation[],
  cron: CronReport | null,
  backups: BackupFigures,
  now: Date,
): OperationFigures {
  const sum = (kind: Operation['kind']) => operations.find((one) => one.kind === kind)
  const requests = sum('requests')
  const routes = operations.filter(({ kind }) => kind === 'route').slice(0, ROUTES_SHOWN)
  return {
    requests: requests?.count ?? 0,
    failed: requests?.failed ?? 0,
    slow: requests?.slow ?? 0,
    routes: routes.map(({ name, failed, slow, worst_ms }) => ({ route: name, failed, slow, worst_ms })),
    cron: { last_at: cron?.at ?? null, runs: sum('cron')?.count ?? 0, failed: sum('cron')?.failed ?? 0 },
    queues: cron?.queues ?? null,
    bytes: cron?.bytes ?? null,
    alarms: alarmsOf({ operations, cron, backups }, now),
  }
}
