import { openDb } from '#db/client.ts'
import { Meter } from '#db/meter.ts'
import type { AppEnv, Bindings } from '#env'
import { syncComments } from '#features/comments/searchable.ts'
import { dropCached } from '#web/edge-cache.ts'

interface Changing {
  env: Bindings
  var: Pick<AppEnv['Variables'], 'edgeCache' | 'now'>
  executionCtx: { waitUntil(promise: Promise<unknown>): void }
}

/** After comments were written or deleted: readers see it at once, and the admins' search follows within a second. */
export function commentsChanged(c: Changing, ids: readonly number[]): void {
  dropCached(c)
  c.executionCtx.waitUntil(followInSearch(c, ids))
}

async function followInSearch({ env }: Changing, ids: readonly number[]): Promise<void> {
  // Not counted in the figures of this request, whose answer is already on its way.
  const meter = new Meter()
  try {
    await syncComments(openDb(env.DB.withSession('first-primary'), meter), openDb(env.SEARCH, meter), ids)
  } catch (error) {
    // The comment itself is committed, and the cron repairs the index.
    console.error(JSON.stringify({ level: 'error', comment_ids: ids, error: String(error) }))
  }
}
