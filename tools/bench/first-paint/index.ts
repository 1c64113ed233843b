import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { inRoot } from '../../../scripts/build/paths.ts'
import { median } from '../measure.ts'
import { withSites } from './sites.ts'
import { LINE, SLOWER, type Visit, visitSlowly, workOfVisit } from './visit.ts'

/** The list of posts, and the longest post of the demo, with code and comments. */
const PAGES = { list: '/posts', post: '/posts/29' }

/** Measures first visits of this commit and an older one, in alternating rounds. */
export async function firstPaint(args: string[]): Promise<void> {
  const options = { against: { type: 'string' }, rounds: { type: 'string' }, record: { type: 'boolean' } } as const
  const { values } = parseArgs({ args, options })
  await withSites(values.against, async (browser, sites) => {
    const visits = new Map<string, { seen: Visit[]; work: number[] }>()
    for (let round = 0; round <= Number(values.rounds ?? 5); round++) {
      for (const [page, path] of Object.entries(PAGES)) {
        for (const { commit, url } of sites) {
          const key = `${page} ${commit}`
          const [seen, work] = [await visitSlowly(browser, url + path), await workOfVisit(browser, url + path)]
          const { seen: all, work: works } = visits.get(key) ?? { seen: [], work: [] }
          // The first round fills the edge cache.
          if (round > 0) visits.set(key, { seen: [...all, seen], work: [...works, work] })
        }
      }
    }
    const table = HEAD_ROWS + [...visits].map(([name, { seen, work }]) => rowOf(name, seen, work)).join('')
    console.log(table)
    if (values.record) await writeFile(inRoot('docs/bench/first-paint.md'), `${HEAD}\n${table}`)
  })
}

const HEAD = `# First visits

\`npm run bench -- first-paint --against 81cc408 --record\` wrote this page. It opens the demo site in a Chromium with an empty cache, as a
phone (412 × 823, CPU four times slower) on Lighthouse's slow 4G (1.6 Mbit/s, 150 ms), with both commits in alternating rounds. KB are page,
scripts and styles over the wire with headers, without images.

"Painted" is wall-clock time and needs a quiet machine. "Work" is the CPU time of the page's main thread before the first paint. "Reckoned"
is the computed time on the slow line: two round trips, all bytes, four times the work.
`

const HEAD_ROWS =
  '| page, commit | requests | KB | pictures | painted, ms (best) | work, ms | reckoned, ms |\n|---|---|---|---|---|---|---|\n'

function rowOf(name: string, seen: readonly Visit[], work: readonly number[]): string {
  const { requests, kilobytes, pictures } = seen.at(-1) ?? { requests: 0, kilobytes: 0, pictures: 0 }
  const paints = seen.map(({ paint }) => paint)
  // The whole page, because scripts share the connection.
  const network = 2 * LINE.latency + (1000 * 1024 * kilobytes) / LINE.bytesPerSecond
  const [painted, best, spent] = [median(paints), Math.min(...paints), median(work)].map((time) => time.toFixed(0))
  const reckoned = (network + SLOWER * median(work)).toFixed(0)
  return `| ${name} | ${requests} | ${kilobytes.toFixed(1)} | ${pictures} | ${painted} (${best}) | ${spent} | ${reckoned} |\n`
}
