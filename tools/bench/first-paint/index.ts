import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { inRoot, ROOT } from '../../../scripts/build/paths.ts'
import { browserForTests } from '../../checks/browser/index.ts'
import { launchChromium } from '../../checks/browser/launch.ts'
import { checkedOut, commitOf } from '../checked-out.ts'
import { median } from '../measure.ts'
import { type Served, serve } from './serve.ts'
import { LINE, SLOWER, type Visit, visitSlowly, workOfVisit } from './visit.ts'

/** The list of posts, and the longest post of the demo, with code and comments. */
const PAGES = { list: '/posts', post: '/posts/29' }

/** Measures first visits of this commit and an older one, in alternating rounds. */
export async function firstPaint(args: string[]): Promise<void> {
  const options = { against: { type: 'string' }, rounds: { type: 'string' }, record: { type: 'boolean' } } as const
  const { values } = parseArgs({ args, options })
  const commits = [...(values.against ? [commitOf(values.against, ROOT)] : []), commitOf('HEAD', ROOT)]
  const browser = await launchChromium(await browserForTests())
  const sites: (Served & { commit: string })[] = []
  try {
    for (const [n, commit] of commits.entries()) {
      const root = n === commits.length - 1 ? ROOT : await checkedOut(commit)
      sites.push({ commit, ...(await serve(root, commit)) })
    }
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
    const rows: Row[] = [...visits].map(([name, { seen, work }]) => rowOf(name, seen, work))
    console.log(asTable(rows))
    if (values.record) await writeFile(inRoot('docs/bench/first-paint.md'), `${HEAD}\n${asTable(rows)}`)
  } finally {
    await browser.close()
    for (const { stop } of sites) await stop()
  }
}

const HEAD = `# First visits

\`npm run bench -- first-paint --against 81cc408 --record\` wrote this page. It opens the demo site in a Chromium with an empty cache, as a
phone (412 × 823, CPU four times slower) on Lighthouse's slow 4G (1.6 Mbit/s, 150 ms), with both commits in alternating rounds. KB are page,
scripts and styles over the wire with headers, without images.

"Painted" is wall-clock time and needs a quiet machine. "Work" is the CPU time of the page's main thread before the first paint. "Reckoned"
is the computed time on the slow line: two round trips, all bytes, four times the work.
`

export interface Row {
  name: string
  requests: number
  kilobytes: number
  pictures: number
  painted: number
  best: number
  work: number
  reckoned: number
}

export function rowOf(name: string, seen: readonly Visit[], work: readonly number[]): Row {
  const { requests, kilobytes, pictures } = seen.at(-1) ?? { requests: 0, kilobytes: 0, pictures: 0 }
  const paints = seen.map(({ paint }) => paint)
  const spent = median(work)
  // The whole page, because scripts share the connection.
  const network = 2 * LINE.latency + (1000 * 1024 * kilobytes) / LINE.bytesPerSecond
  const best = Math.min(...paints)
  const reckoned = network + SLOWER * spent
  return { name, requests, kilobytes, pictures, painted: median(paints), best, work: spent, reckoned }
}

export function asTable(rows: readonly Row[]): string {
  const head =
    '| page, commit | requests | KB | pictures | painted, ms (best) | work, ms | reckoned, ms |\n|---|---|---|---|---|---|---|\n'
  const line = ({ name, requests, kilobytes, pictures, painted, best, work, reckoned }: Row) =>
    `| ${name} | ${requests} | ${kilobytes.toFixed(1)} | ${pictures} | ${painted.toFixed(0)} (${best.toFixed(0)}) | ${work.toFixed(0)} | ${reckoned.toFixed(0)} |\n`
  return head + rows.map(line).join('')
}
