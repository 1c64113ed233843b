import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { inRoot } from '../../scripts/build/paths.ts'
import type { SceneCost } from './cost.ts'
import type { Run } from './index.ts'
import type { Speed } from './measure.ts'

const LATEST = inRoot('docs/bench/latest.json')

/** Stores the run as the latest and rewrites the page. Sizes of the same commit may be measured separately. */
export async function writeReport(run: Run): Promise<void> {
  const former: Run | null = existsSync(LATEST) ? JSON.parse(await readFile(LATEST, 'utf8')) : null
  const sizes = former?.commit === run.commit ? { ...former.sizes, ...run.sizes } : run.sizes
  const latest = { ...run, sizes }
  await writeFile(LATEST, `${JSON.stringify(latest, null, 2)}\n`)
  await writeFile(inRoot('docs/bench/README.md'), asMarkdown(latest))
}

/** The performance goals, in the terms of the tables. */
interface Goal {
  scene: string
  cpu?: number
  rowsWritten?: number
  /** Relative to the throughput of the bare Worker that sends a page of 27 KB from memory, like the list page. */
  ofBarePage?: number
}

const GOALS: readonly Goal[] = [
  { scene: 'list page, edge-cached', ofBarePage: 0.8 },
  { scene: 'list page, cold', cpu: 2 },
  { scene: 'post page, cold', cpu: 2 },
  { scene: 'post page, signed in', cpu: 2.5 },
  { scene: 'search, common word, cold', cpu: 3 },
  { scene: 'like', rowsWritten: 5 },
  { scene: 'comment', rowsWritten: 9 },
  { scene: 'energize', rowsWritten: 11 },
  { scene: 'new post', rowsWritten: 14 },
]

const BARE = 'bare'

function rowsWrittenOf({ response, after }: SceneCost): number {
  return response.rowsWritten + after.rowsWritten
}

/** The page of docs/bench: the goals, then every figure of the run. */
function asMarkdown(run: Run): string {
  const [[small = '', figures] = []] = Object.entries(run.sizes)
  const labels = run.against === null ? ['joule'] : ['before', 'joule']
  const heads = labels.flatMap((label) => [label === 'before' ? run.against : run.commit, '× read'])
  return [
    '# What a request costs',
    '',
    '`npm run bench` writes this page. It runs the production bundle in Miniflare, the server on one core and the load on another, with 16',
    'connections, in alternating rounds, and shows medians. Bare Workers run in the same rounds. Compare figures with the bare ones of the same',
    'run, and CPU time rather than requests per second. "Cold" requests use many addresses and miss the edge cache. Rows are counted until the',
    'response, and after it (index, objects).',
    '',
    `Commit ${run.commit}, on ${run.at.slice(0, 10)} (${run.machine}).`,
    ...(run.against === null ? [] : [`"before" is ${run.against}, measured in the same rounds.`]),
    '',
    '## Goals',
    '',
    `On ${count(small)} posts. "× read" is CPU time divided by that of a bare Worker with one D1 read in the same run.`,
    '',
    row('', 'goal', ...heads.map(String)),
    row('---', '---', ...heads.map(() => '---:')),
    ...GOALS.map((goal) => row(goal.scene, inWords(goal), ...labels.flatMap((label) => reached(goal, figures, label)))),
    '',
    'In these scenes a new post has two tags, and every comment and energize is the first of the day on its post;',
    '[docs/scaling.md](../scaling.md) counts each row. First visits are in [lighthouse.md](lighthouse.md).',
    ...Object.entries(run.sizes).flatMap(([size, ofSize]) => ['', `## ${count(size)} posts`, '', ...tableOf(ofSize)]),
    '',
  ].join('\n')
}

type Figures = Run['sizes'][string]

/** Every figure of one size. */
export function tableOf({ speeds, costs, cron }: Figures): string[] {
  const rows = Object.entries(speeds).flatMap(([label, scenes]) =>
    Object.entries(scenes).map(([name, speed]) => {
      const cost = label === 'joule' ? costs[name] : undefined
      const both = (key: 'roundTrips' | 'rowsRead' | 'rowsWritten') =>
        cost ? `${cost.response[key]}${cost.after[key] > 0 ? ` + ${cost.after[key]}` : ''}` : ''
      return row(
        label === 'joule' ? name : `${label}: ${name}`,
        speed.perSecond.toFixed(0),
        speed.p50.toFixed(1),
        speed.p99.toFixed(1),
        speed.workerd.toFixed(2),
        both('roundTrips'),
        both('rowsRead'),
        both('rowsWritten'),
        (speed.bytes / 1000).toFixed(1),
      )
    }),
  )
  return [
    row('', 'req/s', 'p50 ms', 'p99 ms', 'workerd ms', 'trips', 'read', 'written', 'KB'),
    row('---', ...Array.from({ length: 8 }, () => '---:')),
    ...rows,
    '',
    `The cron run that starts the daily backup: ${cron.roundTrips} round trips, ${cron.rowsRead} rows read, ${cron.rowsWritten} written.`,
  ]
}

function reached({ scene, ofBarePage, rowsWritten }: Goal, figures: Figures | undefined, label: string): string[] {
  const { speeds = {}, costs = {} } = figures ?? {}
  const [speed, cost] = [speeds[label]?.[scene], label === 'joule' ? costs[scene] : undefined]
  const [page, read] = [speeds[BARE]?.['/page'], speeds[BARE]?.['/read']]
  if (!speed || !page || !read) return ['–', '–']
  const cpu = `${speed.workerd.toFixed(2)} ms`
  const times = (speed.workerd / read.workerd).toFixed(1)
  if (ofBarePage !== undefined) return [`${share(speed, page)}, ${cpu}`, times]
  return [rowsWritten !== undefined && cost ? `${rowsWrittenOf(cost)} rows, ${cpu}` : cpu, times]
}

const share = (speed: Speed, bare: Speed) => `${((100 * speed.perSecond) / bare.perSecond).toFixed(0)} %`

function inWords({ cpu, rowsWritten, ofBarePage }: Goal): string {
  if (cpu !== undefined) return `≤ ${cpu} ms of CPU`
  if (rowsWritten !== undefined) return `≤ ${rowsWritten} rows written`
  return `≥ ${100 * (ofBarePage ?? 0)} % of the bare page`
}

const row = (...cells: string[]) => `| ${cells.join(' | ')} |`
const count = (size: string) => Number(size).toLocaleString('en')
