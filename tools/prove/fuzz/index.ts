import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '../../../scripts/bootstrap/failure.mjs'
import { withDemoSite } from '../../../scripts/site/demo.ts'
import type { Site } from '../../../scripts/site/site.ts'
import { canMeasure, processorOf } from '../../bench/processor.ts'
import type { Failure as Failed, Report } from './fuzz.ts'
import { fuzzSite } from './site.ts'

const OWNER = { email: 'owner@fuzz.example', password: 'the owner of the tried site' }

/** Fuzzes a new demo site in a temporary folder. */
export async function runFuzz({ requests, seed }: { requests: number; seed: number }): Promise<void> {
  console.log(`${requests.toLocaleString('en')} requests, seed ${seed}`)
  const fuzzAll = async (url: string, site: Site, data: string) => {
    const { DB } = site.storage
    // Lv6, so that no request of the owner is refused early.
    await DB.prepare("UPDATE users SET exp = 100000 WHERE role = 'owner'").run()
    const { runtime } = JSON.parse(readFileSync(join(data, 'running.json'), 'utf8')) as { runtime: number }
    const tried = { url, owner: OWNER, ...(canMeasure() && { processor: () => processorOf(runtime) }) }
    const report = await fuzzSite(tried, { requests, seed, onProgress: printProgress, onFailure: printFailure })
    console.log(summaryOf(report))
    // Throws if a figure does not match its rows.
    await site.run('check', [], (line) => console.log(line))
    if (report.failures.length === 0) return
    throw new Failure(`requests failed; "npm run prove -- fuzz --requests ${requests} --seed ${seed}" repeats the run`)
  }
  await withDemoSite(fuzzAll, { owner: OWNER, bindings: { JOULE_WRITE_LIMIT: '0', LOG_SHARE: '0' } })
}

function summaryOf({ sent, statuses, done, slowest, failures }: Report): string {
  const counts = Object.entries(statuses).map(([status, count]) => `${status} × ${count}`)
  const refused = Object.keys(done).filter((name) => !done[name])
  const all = Object.keys(done).length
  return [
    `${sent} requests. Responses: ${counts.join(', ')}.`,
    `${all - refused.length} of ${all} operations succeeded at least once; always refused: ${refused.join(', ') || 'none'}.`,
    `The slowest request took ${Math.round(slowest.ms)} ms: ${slowest.what}.`,
    `${failures.length} requests failed.`,
  ].join('\n')
}

function printFailure({ what, problems, curl }: Failed): void {
  console.log(`\n${what}\n  ${problems.join('\n  ')}\n  ${curl}`)
}

function printProgress(sent: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${sent} requests`)
  else if (sent % 1_000 === 0) console.error(`${sent} requests`)
}
