import { type Database, Meter, openDb } from '#db/client.ts'
import type { AppEnv, Bindings } from '#env'

export interface ChangeContext {
  env: Bindings
  var: Pick<AppEnv['Variables'], 'edgeCache' | 'now'>
  executionCtx: { waitUntil(promise: Promise<unknown>): void }
}

/**
 * Updates the index entries of these ids from the database. `named` is the field name of the ids in
 * the error log.
 */
export async function updateSearchIndex(
  { env }: ChangeContext,
  sync: (db: Database, search: Database, ids: readonly number[]) => Promise<unknown>,
  named: 'post_ids' | 'comment_ids',
  ids: readonly number[],
): Promise<void> {
  // Not part of the figures of this request, because its response is already sent.
  const meter = new Meter()
  try {
    await sync(openDb(env.DB.withSession('first-primary'), meter), openDb(env.SEARCH, meter), ids)
  } catch (error) {
    // The change itself is committed, and the cron repairs the index.
    console.error(JSON.stringify({ level: 'error', [named]: ids, error: String(error) }))
  }
}
