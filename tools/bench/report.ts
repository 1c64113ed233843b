import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { inRoot } from '../../scripts/build/paths.ts'
import type { Run } from './index.ts'

const LATEST = inRoot('docs/bench/latest.json')

/**
 * Stores the run as the latest one and rewrites the page. Sizes of the same commit may be measured
 * in separate runs.
 */
export async function writeReport(run: Run): Promise<void> {
  const former: Run | null = existsSync(LATEST) ? JSON.parse(await readFile(LATEST, 'utf8')) : null
  const sizes = former?.commit === run.commit ? { ...former.sizes, ...run.sizes } : run.sizes
  const latest = { ...run, sizes }
  await writeFile(LATEST, `${JSON.stringify(latest, null, 2)}\n`)
  await writeFile(inRoot('docs/bench/README.md'), asMarkdown(latest))
}

/** A performance goal, and the figure that the table shows beside the CPU time. */
type Goal = [scene: string, goal: string, shown?: 'share' | 'rows']

const GOALS: readonly Goal[] = [
  // Relative to the throughput of the bare Worker that sends a page of 27 KB from memory, like the
  // list page.
  ['list page, edge-cached', '≥ 80 % of the bare page', 'share'],
  ['list page, cold', '≤ 2 ms of CPU'],
  ['post page, cold', '≤ 2 ms of CPU'],
  ['post page, signed in', '≤ 2.5 ms of CPU'],
  ['search, common word, cold', '≤ 3 ms of CPU'],
  ['like', '≤ 5 rows written', 'rows'],
  ['comment', '≤ 9 rows written', 'rows'],
  ['energize', '≤ 11 rows written', 'rows'],
  ['new post', '≤ 14 rows written', 'rows'],
]

const BARE = 'bare'

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
    ...GOALS.map((goal) =>
      row(goal[0], goal[1], ...labels.flatMap((label) => reached(goal, figures, label))),
    ),
    '',
    'In these scenes a new post has two tags, and every comment and energize is the first of the day on its post;',
    '[docs/scaling.md](../scaling.md) counts each row. First visits are in [lighthouse.md](lighthouse.md).',
    ...Object.entries(run.sizes).flatMap(([size, ofSize]) => [
      '',
      `## ${count(size)} posts`,
      '',
      ...tableOf(ofSize),
    ]),
    '',
  ].join('\n')
}

type Figures = Run['sizes'][string]

export function tableOf({ speeds, costs, cron }: Figures): string[] {
  const rows = Object.entries(speeds).flatMap(([label, scenes]) =>
    Object.entries(scenes).map(([name, speed]) => {
      const cost = label === 'joule' ? costs[name] : undefined
      const both = (key: 'roundTrips' | 'rowsRead' | 'rowsWritten') => {
        if (!cost) return ''
        return [cost.response[key], ...(cost.after[key] > 0 ? [cost.after[key]] : [])].join(' + ')
      }
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

function reached([scene, , shown]: Goal, figures: Figures | undefined, label: string): string[] {
  const { speeds = {}, costs = {} } = figures ?? {}
  const [speed, cost] = [speeds[label]?.[scene], label === 'joule' ? costs[scene] : undefined]
  const [page, read] = [speeds[BARE]?.['/page'], speeds[BARE]?.['/read']]
  if (!speed || !page || !read) return ['–', '–']
  const share = `${((100 * speed.perSecond) / page.perSecond).toFixed(0)} %`
  const rows = cost && `${cost.response.rowsWritten + cost.after.rowsWritten} rows`
  const own = shown === undefined ? undefined : { share, rows }[shown]
  return [
    [own, `${speed.workerd.toFixed(2)} ms`].filter(Boolean).join(', '),
    (speed.workerd / read.workerd).toFixed(1),
  ]
}

const row = (...cells: string[]) => `| ${cells.join(' | ')} |`
const count = (size: string) => Number(size).toLocaleString('en')
