import { type Database, openDb } from '#db/client.ts'
import { Meter } from '#db/meter.ts'
import type { AppEnv, Bindings } from '#env'

/** What a change needs of the request that made it. */
export interface Changing {
  env: Bindings
  var: Pick<AppEnv['Variables'], 'edgeCache' | 'now'>
  executionCtx: { waitUntil(promise: Promise<unknown>): void }
}

type Sync = (db: Database, search: Database, ids: readonly number[]) => Promise<unknown>

/** Brings the index to what the database says about these. `named` is what the log calls them, should it fail. */
export async function followInSearch(
  { env }: Changing,
  sync: Sync,
  named: 'post_ids' | 'comment_ids',
  ids: readonly number[],
): Promise<void> {
  // Not counted in the figures of this request, whose answer is already on its way.
  const meter = new Meter()
  try {
    await sync(openDb(env.DB.withSession('first-primary'), meter), openDb(env.SEARCH, meter), ids)
  } catch (error) {
    // The change itself is committed, and the cron repairs the index.
    console.error(JSON.stringify({ level: 'error', [named]: ids, error: String(error) }))
  }
}
