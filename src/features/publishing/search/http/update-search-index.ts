import { type Database, Meter, openDb } from '#db/client.ts'
import type { AppEnv, Bindings } from '#env'

/** The parts of the request context that a change needs. */
export interface ChangeContext {
  env: Bindings
  var: Pick<AppEnv['Variables'], 'edgeCache' | 'now'>
  executionCtx: { waitUntil(promise: Promise<unknown>): void }
}

/**
 * Updates the index entries of these ids from the database. `named` is the name of the ids in the
 * error log. An error is logged and not thrown.
 */
export async function updateSearchIndex(
  { env }: ChangeContext,
  sync: (db: Database, search: Database, ids: readonly number[]) => Promise<unknown>,
  named: 'post_ids' | 'comment_ids',
  ids: readonly number[],
): Promise<void> {
  // The response is already sent, so these round trips do not count among those of the request.
  const meter = new Meter()
  try {
    await sync(openDb(env.DB.withSession('first-primary'), meter), openDb(env.SEARCH, meter), ids)
  } catch (error) {
    // The change itself is committed, and the cron will repair the index.
    console.error(JSON.stringify({ level: 'error', [named]: ids, error: String(error) }))
  }
}
