import { rm, writeFile } from 'node:fs/promises'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { inRoot } from '../../../scripts/build/paths.ts'
import { BENCH_FOLDER } from '../checked-out.ts'
import { startChild } from '../child.ts'
import { type Contender, contenders } from '../contenders.ts'
import { Connection } from '../load/connection.ts'
import { percentile } from '../load/load.ts'
import { readOptions } from '../options.ts'
import { wired } from '../scene.ts'

const READ = { 'static file': '/favicon.svg', 'cached page': '/posts' }
const BETWEEN = 5
const SERVER_CORE = 0

/** The first run starts the daily backup; the next ones continue it on a large site. */
const RUNS = ['first run', 'second run', 'third run']

interface Row {
  site: string
  when: string
  seconds: number
  /** Sorted milliseconds, in the order of `READ`. */
  waits: number[][]
}

/** Measures how long readers wait at most while the cron makes a backup. */
export async function cronBench(args: string[]): Promise<void> {
  const isRecorded = args.includes('--record')
  const { sizes, against } = readOptions(args.filter((arg) => arg !== '--record'))
  const [size = 1000] = args.includes('--sizes') ? sizes : []
  const competing = await contenders(against)
  const copies = join(BENCH_FOLDER, `cron-${process.pid}`)
  const rows: Row[] = []
  try {
    for (const contender of competing) {
      const { data } = await contender.prepare(size, join(copies, contender.label))
      rows.push(...(await waitsOn(contender, data)))
    }
    const table = asTable(rows)
    console.log(table)
    if (isRecorded) await writeFile(inRoot('docs/bench/cron.md'), `${headOf(args, size)}\n${table}`)
  } finally {
    await rm(copies, { recursive: true, force: true })
    for (const { end } of competing) await end()
  }
}

async function waitsOn({ label, commit, serve, bundle }: Contender, data: string): Promise<Row[]> {
  const server = startChild(serve, SERVER_CORE)
  const rows: Row[] = []
  try {
    const { port } = await server.call<{ port: number }>('site', { data, bundle, isMetered: false })
    await waitsDuring(port, wait(1_000))
    const note = async (when: string, work: Promise<unknown>) =>
      rows.push({ site: `${label} (${commit})`, when, ...(await waitsDuring(port, work)) })
    await note('no cron', wait(5_000))
    for (const run of RUNS) await note(run, server.call('scheduled', null))
    await server.call('stop', null)
    return rows
  } finally {
    await server.end()
  }
}

async function waitsDuring(port: number, work: Promise<unknown>): Promise<Pick<Row, 'seconds' | 'waits'>> {
  const started = performance.now()
  let isOver = false
  const waits = Object.values(READ).map(async (path) => {
    const connection = new Connection(port)
    const request = Buffer.from(wired({ method: 'GET', path }))
    const times: number[] = []
    while (!isOver) {
      const sent = performance.now()
      const { status } = await connection.ask(request)
      if (status !== 200) throw new Error(`${path} returned ${status}`)
      times.push(performance.now() - sent)
      await wait(BETWEEN)
    }
    connection.close()
    return times.sort((a, b) => a - b)
  })
  await work
  const seconds = (performance.now() - started) / 1000
  isOver = true
  return { seconds, waits: await Promise.all(waits) }
}

const cell = (waits: number[]) => `${percentile(waits, 0.99).toFixed(0)}, ${percentile(waits, 1).toFixed(0)}`

function asTable(rows: readonly Row[]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |\n`
  const head = ['site', 'during', 'seconds', ...Object.keys(READ).map((name) => `${name}: p99, longest (ms)`)]
  const lines = rows.map(({ site, when, seconds, waits }) => line([site, when, seconds.toFixed(1), ...waits.map(cell)]))
  return line(head) + line(head.map(() => '---')) + lines.join('')
}

function headOf(args: string[], size: number): string {
  const [, load = 0] = loadavg()
  return `# Readers during a backup

\`npm run bench -- cron ${args.join(' ')}\` wrote this page. A local site of ${size.toLocaleString('en')} posts runs its cron with the
daily backup, while one reader loads a static file and another a cached page, again and again. "Before" is the commit of \`--against\`.
"No cron" is five seconds without a cron. Other processes lengthen the waits: the load average at the end was ${load.toFixed(1)} on
${availableParallelism()} cores.
`
}
