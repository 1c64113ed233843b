import { Failure } from '../../../scripts/bootstrap/failure.mjs'
import { proof, SEED } from '../proof.ts'
import type { Failure as Failed, Report } from './fuzz.ts'

export const fuzz = proof({
  summary:
    'unusual requests to every route of the OpenAPI document and every page: each response must match the document',
  options: {
    requests: { means: 'number of requests, including pages', default: 10_000 },
    url: { means: 'a running site, instead of a new one', default: '' },
    seed: SEED,
    keep: { means: 'keeps the new site running afterwards, for the curl commands', default: false },
  },
  async run({ requests, url, seed, keep }) {
    const { openTried } = await import('./tried-site.ts')
    const { fuzzSite } = await import('./site.ts')
    console.log(`${requests.toLocaleString('en')} requests, seed ${seed}`)
    const site = await openTried(url)
    try {
      const report = await fuzzSite(site, { requests, seed, onProgress: printProgress, onFailure: printFailure })
      console.log(summaryOf(report))
      console.log(await site.check())
      if (report.failures.length === 0) return
      if (keep) await new Promise((resolve) => process.once('SIGINT', resolve))
      throw new Failure(
        `requests failed; "npm run prove -- fuzz --requests ${requests} --seed ${seed}" repeats the run`,
      )
    } finally {
      await site.stop()
    }
  },
})

function summaryOf({ sent, statuses, done, slowest, failures }: Report): string {
  const counts = Object.entries(statuses).map(([status, count]) => `${status} × ${count}`)
  const succeeded = Object.values(done).filter(Boolean).length
  return [
    `${sent} requests. Responses: ${counts.join(', ')}.`,
    `${succeeded} of ${Object.keys(done).length} operations succeeded at least once; always refused: ${refused(done)}.`,
    `The slowest request took ${Math.round(slowest.ms)} ms: ${slowest.what}.`,
    `${failures.length} requests failed.`,
  ].join('\n')
}

function refused(done: Report['done']): string {
  const names = Object.entries(done).flatMap(([name, isDone]) => (isDone ? [] : [name]))
  return names.join(', ') || 'none'
}

function printFailure({ what, problems, curl }: Failed): void {
  console.log(`\n${what}\n  ${problems.join('\n  ')}\n  ${curl}`)
}

function printProgress(sent: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${sent} requests`)
  else if (sent % 1_000 === 0) console.error(`${sent} requests`)
}
