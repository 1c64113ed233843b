import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { runHere } from '#compute/jobs.ts'
import { Meter, openDb } from '#db/client.ts'
import { continueExports } from '#features/pages/exports/job.ts'
import { MINUTE } from '#kernel/clock.ts'
import { sanitiseHtml } from '#kernel/html/sanitise.ts'
import { COST, isCost } from '#test/long.ts'
import { openSite } from '../support/site.ts'
import { putSmallSite } from '../support/small-site.ts'
import { timesTheWorkload } from './calibration.ts'

/** CPU time of one slice, see calibration.ts: about half a second. */
const SLICE_MAX = 15
const UID = 10002

/** Bodies at their limit: much markup, deep markup, Chinese text, tables and lists. */
const UNITS = [
  '<p>Some <strong>words</strong> and <a href="https://a.example/b">a link</a>, <em>again</em>.</p>',
  '<b>a</b>',
  `${'<blockquote>'.repeat(50)}<p>a</p>${'</blockquote>'.repeat(50)}`,
  '<p>好的文字</p>',
  '<table><tbody><tr><td>a</td></tr></tbody></table>',
  '<ul><li>a</li></ul>',
]

test.runIf(isCost).each(['json', 'zip', 'ghost'])(
  'a slice of a %s export takes less than half a second of CPU time',
  COST,
  async (format) => {
    const { storage, close } = await openSite(putSmallSite)
    try {
      const db = openDb(storage.DB, new Meter())
      const at = '2027-01-01T00:00:00.000Z'
      for (const unit of UNITS) {
        const stored = sanitiseHtml(unit)
        const body = stored.repeat(Math.floor(199_000 / stored.length))
        const post = sql`INSERT INTO posts (author_id, status, title, summary, body, created_at, updated_at)
        VALUES (${UID}, 'draft', 'A title', '', ${body}, ${at}, ${at})`
        for (let n = 0; n < 10; n += 1) await db.batch([post])
      }
      await db.batch([
        sql`INSERT INTO account_exports (id, user_id, format, claimed_until, created_at)
          VALUES ('an id', ${UID}, ${format}, ${at}, ${at})`,
      ])
      const resources = {
        db,
        compute: { run: runHere },
        images: storage.IMAGES,
        files: storage.BACKUPS,
      }
      const costs: number[] = []
      for (
        let now = new Date(at), isReady = false;
        !isReady;
        now = new Date(now.getTime() + MINUTE)
      ) {
        const before = process.cpuUsage()
        await continueExports(resources, now, 1)
        const { user, system } = process.cpuUsage(before)
        costs.push((user + system) / 1_000)
        isReady =
          (await db.first(sql`SELECT 1 FROM account_exports WHERE status = 'ready'`)) !== null
      }
      console.log(`${format}: ${costs.map(Math.round).join(' ')} ms`)
      expect(costs.length).toBeGreaterThan(5)
      // Without the two highest: the first slice compiles the code, and other work of the process
      // may cost as much.
      expect(costs.toSorted((one, other) => other - one)[2]).toBeLessThan(
        timesTheWorkload(SLICE_MAX),
      )
    } finally {
      await close()
    }
  },
)
