import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Failure } from '../../../scripts/bootstrap/failure.mjs'
import { inRoot, ROOT } from '../../../scripts/build/paths.ts'
import { BENCH_FOLDER, checkedOut } from '../checked-out.ts'
import { startChild } from '../child.ts'
import { type Contender, contenders } from '../contenders.ts'
import { opened } from '../live/index.ts'
import type { Load } from '../load/load.ts'
import { type Scene, wired } from '../scene.ts'
import { type Megabytes, memoryBelow } from './tree.ts'

const TABS = 10
const CONNECTIONS = 16
const SCENE = 5_000
/** The garbage of a start is collected after one second; an object hibernates after ten. */
const REST = 15_000
const LOADED = [
  'list page, cold',
  'list page, signed in',
  'post page, cold',
  'post page, signed in',
  'search, common word, cold',
  'like',
  'comment',
  'new post',
]

interface Line {
  when: string
  megabytes: Megabytes
}

/** What `npm start` holds in memory, with all its processes. */
export async function memoryBench(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      minutes: { type: 'string', default: '1' },
      against: { type: 'string' },
      record: { type: 'boolean', default: false },
    },
  })
  const pages: string[] = []
  for (const contender of await contenders(values.against ?? null)) {
    const root = contender.label === 'before' ? await checkedOut(contender.commit) : ROOT
    const lines = [...(await starts(root)), ...(await underLoad(contender, root, Number(values.minutes)))]
    pages.push(`${contender.commit}\n\n${asTable(lines)}`)
    console.log(pages.at(-1))
    await contender.end()
  }
  if (values.record) await writeFile(inRoot('docs/bench/memory.md'), `${HEAD}\nCommit ${pages.join('\nCommit ')}`)
}

/** A first start builds everything and makes the demo community. */
async function starts(root: string): Promise<Line[]> {
  const data = join(BENCH_FOLDER, `memory-${process.pid}`)
  // The records of the last build.
  for (const name of ['client', 'worker', 'wrangler'])
    await rm(inRoot('node_modules/.cache/joule', name), { force: true })
  try {
    const lines: Line[] = []
    for (const when of ['first start', 'second start']) {
      const site = await npmStart(root, { JOULE_DATA: data })
      await pause(REST)
      lines.push({ when, megabytes: memoryBelow(site.pid) })
      await site.stop()
    }
    return lines
  } finally {
    await rm(data, { recursive: true, force: true })
  }
}

async function underLoad({ prepare }: Contender, root: string, minutes: number): Promise<Line[]> {
  const copy = join(BENCH_FOLDER, `memory-load-${process.pid}`)
  const client = startChild('load/process.ts', null)
  try {
    const { data, scenes } = await prepare(1000, copy)
    const site = await npmStart(root, { JOULE_DATA: data, JOULE_EMPTY: '1', JOULE_WRITE_LIMIT: '0' })
    const lines: Line[] = []
    const note = (when: string) => lines.push({ when, megabytes: memoryBelow(site.pid) })
    await pause(REST)
    note('1,000 posts')
    const loaded = scenes.filter(({ name }) => LOADED.includes(name))
    for (const { name, requests } of loaded) await client.call('learn', { name, requests: requests.map(wired) })
    const end = performance.now() + minutes * 60_000
    for (let n = 0; performance.now() < end; n++) {
      const name = loaded[n % loaded.length]?.name ?? ''
      const round = { name, port: Number(new URL(site.url).port), connections: CONNECTIONS, milliseconds: SCENE }
      const { statuses } = await client.call<Load>('load', round)
      if (Object.keys(statuses).some((status) => Number(status) >= 500))
        throw new Failure(`"${name}" failed: ${JSON.stringify(statuses)}`)
    }
    note(`after ${minutes} min of load`)
    await withSockets(site.url, tokensIn(scenes), async (count) => {
      await pause(REST)
      note(`${count} open sockets`)
    })
    await pause(REST)
    note('sockets closed')
    await site.stop()
    return lines
  } finally {
    await client.end()
    await rm(copy, { recursive: true, force: true })
  }
}

async function withSockets(url: string, tokens: string[], use: (count: number) => Promise<void>): Promise<void> {
  const sockets: WebSocket[] = []
  for (const token of tokens) {
    sockets.push(...(await Promise.all(Array.from({ length: TABS }, () => opened(url, token)))))
  }
  await use(sockets.length)
  for (const socket of sockets) socket.close()
}

function tokensIn(scenes: readonly Scene[]): string[] {
  const inbox = scenes.find(({ name }) => name === 'inbox')?.requests ?? []
  return [...new Set(inbox.flatMap(({ token }) => token ?? []))]
}

/** `npm start` itself, because npm takes memory too. */
async function npmStart(root: string, env: Record<string, string>) {
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await addressIn(child)
  await (await fetch(url)).text()
  return {
    url,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGINT')
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

function addressIn(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    if (child.stdout === null) return reject(new Error('no output'))
    createInterface({ input: child.stdout }).on('line', (line) => {
      const url = /running at (http:\S+)/.exec(line)?.[1]
      if (url) resolve(url)
    })
    child.once('exit', () => reject(new Failure('npm start failed')))
  })
}

function asTable(lines: readonly Line[]): string {
  const rows = lines.map(({ when, megabytes: { npm, node, workerd, esbuild, all } }) => [
    when,
    ...[npm, node, workerd, esbuild, all].map((size) => `${size.toFixed(0)} MB`),
  ])
  const head = ['', 'npm', 'Node', 'workerd', 'esbuild', 'together']
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('')
}

const HEAD = `# Memory of a local site

\`npm run bench -- memory --record\` wrote this page on Linux. Memory is the resident memory of \`npm start\` and all its
processes. A first start builds everything and makes the demo community. The load has ${CONNECTIONS} connections that read pages and write,
on a site of 1,000 posts.
`
