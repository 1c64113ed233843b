import { Failure } from '../../../scripts/bootstrap/failure.mjs'
import type { Failure as Failed, Report } from '../../fuzz-engine/fuzz.ts'
import { proof, SEED } from '../proof.ts'

export const fuzz = proof({
  summary: 'odd requests to every route that the OpenAPI document names, and to every page; each answer must fit it',
  options: {
    requests: { means: 'how many requests, pages among them', default: 10_000 },
    url: { means: 'a site that runs already, instead of a new one', default: '' },
    seed: SEED,
    keep: { means: 'leaves the new site up afterwards, for the curl lines', default: false },
  },
  async run({ requests, url, seed, keep }) {
    const { openTried } = await import('./tried-site.ts')
    const { fuzzSite } = await import('./site.ts')
    console.log(`${requests.toLocaleString('en')} requests, seed ${seed}`)
    const site = await openTried(url)
    try {
      const report = await fuzzSite(site, { requests, seed, onProgress: tell, onFailure: tellFailure })
      console.log(told(report))
      console.log(await site.check())
      if (report.failures.length === 0) return
      if (keep) await new Promise((resolve) => process.once('SIGINT', resolve))
      throw new Failure(
        `it does not hold: "npm run prove -- fuzz --requests ${requests} --seed ${seed}" tries it again`,
      )
    } finally {
      await site.stop()
    }
  },
})

function told({ sent, kinds, statuses, done, slowest, failures }: Report): string {
  const counted = (counts: Record<string, number>) =>
    Object.entries(counts)
      .map(([name, count]) => `${count} ${name}`)
      .join(', ')
  return [
    `${sent} requests: ${counted(kinds)}.`,
    `Answers: ${Object.entries(statuses)
      .map(([status, count]) => `${status} × ${count}`)
      .join(', ')}.`,
    `${Object.values(done).filter(Boolean).length} of ${Object.keys(done).length} operations did what they are for; only refused: ${refused(done)}.`,
    `The slowest took ${Math.round(slowest.ms)} ms: ${slowest.what}.`,
    `${failures.length} do not hold.`,
  ].join('\n')
}

function refused(done: Report['done']): string {
  const names = Object.entries(done).flatMap(([name, isDone]) => (isDone ? [] : [name]))
  return names.join(', ') || 'none'
}

function tellFailure({ what, problems, curl }: Failed): void {
  console.log(`\n${what}\n  ${problems.join('\n  ')}\n  ${curl}`)
}

function tell(sent: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${sent} requests`)
  else if (sent % 1_000 === 0) console.error(`${sent} requests`)
}
