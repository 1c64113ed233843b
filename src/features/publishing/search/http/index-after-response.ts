import { Meter, openDb } from '#db/client.ts'
import type { AppEnv, Bindings } from '#env'
import { makeWordsFor } from '#features/publishing/search/http/make-words.ts'
import { indexChanges } from '#features/publishing/search/queue.ts'
import { SECOND } from '#kernel/clock.ts'

/** The parts of the request context that a change needs. */
export interface ChangeContext {
  env: Bindings
  var: Pick<AppEnv['Variables'], 'edgeCache' | 'now'>
  executionCtx: { waitUntil(promise: Promise<unknown>): void }
}

/** Cloudflare ends a request 30 seconds after its response. The cron continues. */
const RUN_MAX = 15 * SECOND
/** A run that has not ended after this time was killed. */
const KILLED_AFTER = 60 * SECOND

/**
 * The run of this isolate, null if there is none. Further requests add their posts to it, because
 * several runs at a time would not pause.
 */
let running: { began: number; isWanted: boolean } | null = null

/**
 * Indexes the changed posts after the response, unless a run of this isolate does. An error is
 * logged: the change itself is committed, and its row stays in the queue.
 */
export async function indexAfterResponse({ env, var: { now } }: ChangeContext): Promise<void> {
  if (running && Date.now() - running.began < KILLED_AFTER) {
    running.isWanted = true
    return
  }
  const run = { began: Date.now(), isWanted: true }
  running = run
  // The response is already sent, so these round trips do not count among those of the request.
  const meter = new Meter()
  const [db, search] = [
    openDb(env.DB.withSession('first-primary'), meter),
    openDb(env.SEARCH, meter),
  ]
  try {
    for (let left: number = RUN_MAX; run.isWanted && left > 0; ) {
      // A request that commits after the last claim of the run sets it again.
      run.isWanted = false
      await indexChanges(db, search, now, { makeWords: makeWordsFor(env), time: left })
      left = RUN_MAX - (Date.now() - run.began)
    }
  } catch (error) {
    console.error(JSON.stringify({ level: 'error', job: 'index posts', error: String(error) }))
  } finally {
    if (running === run) running = null
  }
}
