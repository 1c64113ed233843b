import { cpus } from 'node:os'
import { join } from 'node:path'
import { type Child, canPin, startChild } from './child.ts'
import { type Contender, onServer, withContenders } from './contenders.ts'
import { type Cost, costOf, costOfCron, type SceneCost } from './cost.ts'
import { measure, type Speeds, type Target } from './measure.ts'
import type { Prepared } from './prepare-process.ts'
import type { Scene } from './scenes.ts'
import type { Opened } from './site/process.ts'

/** `BENCH_HELP` describes the options. */
export interface Options {
  /** Numbers of posts. */
  sizes: number[]
  rounds: number
  /** The duration of the load of one scene. */
  milliseconds: number
  /** A commit that is measured in the same rounds. */
  against: string | null
  /** Whether the result is written to docs/bench. */
  isRecorded: boolean
  /** Only scenes whose name contains this text. */
  only: string
}

/** The result of one run, as stored in docs/bench. */
export interface Run {
  commit: string
  against: string | null
  at: string
  machine: string
  /** The figures by number of posts. */
  sizes: Record<string, SizeFigures>
}

interface SizeFigures {
  speeds: Speeds
  /** The database cost by name of the scene, only of this commit. */
  costs: Record<string, SceneCost>
  cron: Cost
}

export function bench(options: Options): Promise<Run> {
  return withContenders(options.against, async (competing, copies) => {
    const sizes: Run['sizes'] = {}
    for (const size of options.sizes)
      sizes[size] = await benchSize(size, competing, join(copies, String(size)), options)
    const [cpu] = cpus()
    return {
      commit: competing[0]?.commit ?? '',
      against: competing[1]?.commit ?? null,
      at: new Date().toISOString(),
      machine: `${cpus().length} × ${cpu?.model.trim()}${canPin() ? ', server and load on a core each' : ''}, Node ${process.version}`,
      sizes,
    }
  })
}

async function benchSize(
  size: number,
  competing: readonly Contender[],
  copies: string,
  options: Options,
): Promise<SizeFigures> {
  const sites: (Contender & Prepared)[] = []
  for (const one of competing) {
    const { data, scenes } = await one.prepare(size, join(copies, one.label))
    sites.push({ ...one, data, scenes: scenes.filter(({ name }) => name.includes(options.only)) })
  }
  const [site] = sites
  if (!site) throw new Error('nothing to measure')
  const { costs, cron } = await costsOn(site, size)
  return { costs, cron, speeds: await speedsOn(sites, copies, size, options) }
}

function costsOn({ data, bundle, scenes }: Contender & Prepared, size: number) {
  const wanted = { data, bundle, isMetered: true }
  return onServer('site/process.ts', SERVER_CORE, wanted, async ({ port }, server) => {
    const costs: Record<string, SceneCost> = {}
    for (const scene of scenes) {
      tell(size, `rows of ${scene.name}`)
      costs[scene.name] = await costOf(scene, port)
    }
    return { costs, cron: await costOfCron(server, port) }
  })
}

async function speedsOn(
  sites: readonly (Contender & Prepared)[],
  copies: string,
  size: number,
  options: Options,
) {
  const client = startChild('load-process.ts', LOAD_CORE)
  const servers: Child[] = []
  const serverOf = (script: string) => {
    const server = startChild(script, SERVER_CORE)
    servers.push(server)
    return server
  }
  try {
    const targets: Target[] = []
    for (const { label, serve, data, bundle, scenes } of sites) {
      const server = serverOf(serve)
      const opened = await server.call<Opened>('site', { data, bundle, isMetered: false })
      targets.push({ label, scenes, ...opened })
    }
    const server = serverOf('site/process.ts')
    const opened = await server.call<Opened>('bare', { folder: join(copies, 'bare') })
    targets.push({ label: 'bare', scenes: BARE_SCENES, ...opened })
    return await measure(targets, client, options, (what) => tell(size, what))
  } finally {
    for (const server of servers) await server.call('stop', null)
    await Promise.all([client, ...servers].map(({ end }) => end()))
  }
}

const [SERVER_CORE, LOAD_CORE] = [0, 1]

const BARE_SCENES: Scene[] = ['/text', '/page', '/read', '/insert'].map((path) => ({
  name: path,
  requests: [{ method: 'GET', path }],
}))

function tell(size: number, what: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${size} posts: ${what}`)
}
