import type { SceneCost } from '../cost.ts'
import type { Speed } from '../measure.ts'

/** The performance goals, in the terms of the tables. */
export interface Goal {
  scene: string
  cpu?: number
  rowsWritten?: number
  /** Relative to the throughput of the bare Worker that answers a page of 27 KB from memory, like the list page. */
  ofBarePage?: number
}

export const GOALS: readonly Goal[] = [
  { scene: 'list page, edge-cached', ofBarePage: 0.8 },
  { scene: 'list page, cold', cpu: 2 },
  { scene: 'post page, cold', cpu: 2 },
  { scene: 'post page, signed in', cpu: 2.5 },
  { scene: 'search, common word, cold', cpu: 3 },
  { scene: 'like', rowsWritten: 5 },
  { scene: 'comment', rowsWritten: 9 },
  { scene: 'energize', rowsWritten: 11 },
  { scene: 'new post', rowsWritten: 14 },
]

export const BARE = 'bare'

export function cpuOf({ workerd, node }: Speed): number {
  return workerd + node
}

export function rowsWrittenOf({ answer, after }: SceneCost): number {
  return answer.rowsWritten + after.rowsWritten
}
