import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { inRoot } from '../../scripts/build/paths.ts'
import type { SceneCost } from './cost.ts'
import type { Run } from './index.ts'
import type { Speed } from './measure.ts'

const inBench = (name: string) => inRoot('docs/bench', name)

/** Stores the run as the latest, and rewrites the page from the previous and the latest run. */
export async function writeReport(run: Run): Promise<void> {
  const latest = withOtherSizes(run, await runNamed('latest', run))
  await writeFile(inBench('latest.json'), `${JSON.stringify(latest, null, 2)}\n`)
  const before = await runNamed('before', latest)
  await writeFile(inBench('README.md'), asMarkdown(before, latest))
}

/** Sizes may be measured separately: results of the same commit are merged into one run. */
function withOtherSizes(run: Run, former: Run): Run {
  if (former.commit !== run.commit) return run
  return { ...run, against: run.against ?? former.against, sizes: { ...former.sizes, ...run.sizes } }
}

async function runNamed(name: string, otherwise: Run): Promise<Run> {
  return existsSync(inBench(`${name}.json`)) ? JSON.parse(await readFile(inBench(`${name}.json`), 'utf8')) : otherwise
}

/** The performance goals, in the terms of the tables. */
interface Goal {
  scene: string
  cpu?: number
  rowsWritten?: number
  /** Relative to the throughput of the bare Worker that answers a page of 27 KB from memory, like the list page. */
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

function cpuOf({ workerd, node }: Speed): number {
  return workerd + node
}

function rowsWrittenOf({ response, after }: SceneCost): number {
  return response.rowsWritten + after.rowsWritten
}

/** The page of docs/bench: goals with the previous and latest runs, then every figure of the latest run. */
function asMarkdown(before: Run, latest: Run): string {
  const [small = ''] = Object.keys(latest.sizes)
  const earlier = asBefore(before, latest)
  return [
    '# What a request costs',
    '',
    '`npm run bench` writes this page. It runs the production bundle in Miniflare, the server on one core and the load on another, with 16',
    'connections, in alternating rounds, and shows medians. Bare Workers run in the same rounds. Compare figures with the bare ones of the same',
    'run, and CPU time rather than requests per second. "Cold" requests use many addresses and miss the edge cache. Rows are counted until the',
    'response, and after it (index, objects).',
    '',
    `Before: ${latest.against === null ? runLine(before) : `${latest.against}, in the same rounds as the latest`}. Latest: ${runLine(latest)}.`,
    '',
    '## Goals',
    '',
    `On ${count(small)} posts. "× read" is CPU time divided by that of a bare Worker with one D1 read in the same run.`,
    '',
    row('', 'goal', 'before', '× read', 'latest', '× read'),
    row('---', '---', '---:', '---:', '---:', '---:'),
    ...GOALS.map((goal) =>
      row(goal.scene, inWords(goal), ...reached(goal, earlier, small), ...reached(goal, latest, small)),
    ),
    '',
    'In these scenes a new post has two tags, and every comment and energize is the first of the day on its post;',
    '[docs/scaling.md](../scaling.md) counts each row. First visits are in [first-paint.md](first-paint.md).',
    ...Object.entries(latest.sizes).flatMap(([size, figures]) => [
      '',
      `## ${count(size)} posts`,
      '',
      ...tableOf(figures),
    ]),
    '',
  ].join('\n')
}

/** Figures measured in the rounds of the latest run replace those of an earlier run, except for row counts. */
function asBefore(before: Run, latest: Run): Run {
  const sizes = Object.entries(latest.sizes).map(([size, { speeds, costs, cron }]) => {
    const own = speeds.before && {
      speeds: { ...speeds, joule: speeds.before },
      costs: before.sizes[size]?.costs ?? costs,
      cron,
    }
    return [size, own ?? before.sizes[size]] as const
  })
  return {
    ...before,
    sizes: Object.fromEntries(sizes.flatMap(([size, figures]) => (figures ? [[size, figures]] : []))),
  }
}

/** Every figure of one size. */
export function tableOf({ speeds, costs, cron }: Run['sizes'][string]): string[] {
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
        speed.node.toFixed(2),
        both('roundTrips'),
        both('rowsRead'),
        both('rowsWritten'),
        (speed.bytes / 1000).toFixed(1),
      )
    }),
  )
  return [
    row('', 'req/s', 'p50 ms', 'p99 ms', 'workerd ms', 'Node ms', 'trips', 'read', 'written', 'KB'),
    row('---', ...Array.from({ length: 9 }, () => '---:')),
    ...rows,
    '',
    `The cron run that starts the daily backup: ${cron.roundTrips} round trips, ${cron.rowsRead} rows read, ${cron.rowsWritten} written.`,
  ]
}

function reached({ scene, ofBarePage, rowsWritten }: Goal, { sizes }: Run, size: string): [string, string] {
  const { speeds, costs } = sizes[size] ?? {}
  const [speed, cost] = [speeds?.joule?.[scene], costs?.[scene]]
  const [page, read] = [speeds?.[BARE]?.['/page'], speeds?.[BARE]?.['/read']]
  if (!speed || !page || !read) return ['–', '–']
  const cpu = `${cpuOf(speed).toFixed(2)} ms`
  const times = (cpuOf(speed) / cpuOf(read)).toFixed(1)
  if (ofBarePage !== undefined) return [`${share(speed, page)}, ${cpu}`, times]
  return [rowsWritten !== undefined && cost ? `${rowsWrittenOf(cost)} rows, ${cpu}` : cpu, times]
}

const share = (speed: Speed, bare: Speed) => `${((100 * speed.perSecond) / bare.perSecond).toFixed(0)} %`

function inWords({ cpu, rowsWritten, ofBarePage }: Goal): string {
  if (cpu !== undefined) return `≤ ${cpu} ms of CPU`
  if (rowsWritten !== undefined) return `≤ ${rowsWritten} rows written`
  return `≥ ${100 * (ofBarePage ?? 0)} % of the bare page`
}

const runLine = ({ commit, at, machine }: Run) => `${commit} on ${at.slice(0, 10)} (${machine})`
const row = (...cells: string[]) => `| ${cells.join(' | ')} |`
const count = (size: string) => Number(size).toLocaleString('en')
