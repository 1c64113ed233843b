import type { Repair } from '#features/publishing/search/fts/scans.ts'
import { ALL_AT_ONCE, enqueue, indexChanges } from '#features/publishing/search/queue.ts'
import { repairSearch } from '#features/publishing/search/search-repair.ts'
import type { World } from '#test/world.ts'

/** Indexes these posts and all others in the queue now. Returns their number. */
export async function indexNow({ db, search, now }: World, ...ids: number[]): Promise<number> {
  await db.batch([enqueue(ids)])
  return indexChanges(db, search, now, ALL_AT_ONCE)
}

/** One call of the repair of the index. */
export function repairNow({ db, search, now }: World): Promise<Repair> {
  return repairSearch(db, search, now, ALL_AT_ONCE)
}
