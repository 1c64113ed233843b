import { openDb } from '#db/client.ts'
import { Meter } from '#db/meter.ts'
import type { Bindings } from '#env'
import { accountsToPurge, eraseAccount } from '#features/accounts/deletion.ts'
import { digestAll } from '#features/notifications/like-digest.ts'
import { repairSearch } from '#features/posts/search-repair.ts'
import { endExpiredSessions } from '#features/sessions/end.ts'

/** What the cron does. Each job may run twice or be cut short without harm, and one that fails does not stop the rest. */
export async function runJobs(env: Bindings, now: Date): Promise<void> {
  const db = openDb(env.DB, new Meter())
  const search = openDb(env.SEARCH, new Meter())
  const jobs: Record<string, () => Promise<unknown>> = {
    'end expired sessions': () => db.batch([endExpiredSessions(now)]),
    'repair the search index': () => repairSearch(db, search),
    'tell of likes': () => digestAll(db, now),
    'erase deleted accounts': async () => {
      for (const uid of await accountsToPurge(db, now)) await db.batch(eraseAccount(uid))
    },
  }
  for (const [job, run] of Object.entries(jobs)) {
    try {
      await run()
    } catch (error) {
      console.error(
        JSON.stringify({ level: 'error', job, error: error instanceof Error ? error.stack : String(error) }),
      )
    }
  }
}
