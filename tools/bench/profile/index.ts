import { readFile, rm, writeFile } from 'node:fs/promises'
import { SourceMap } from 'node:module'
import { join } from 'node:path'
import { inRoot } from '../../../scripts/build/paths.ts'
import { freePort, SITE_ISOLATE } from '../../../scripts/site/inspector.ts'
import { BENCH_FOLDER } from '../checked-out.ts'
import { startChild } from '../child.ts'
import { contenders } from '../contenders.ts'
import { cpuTime } from '../cpu-time.ts'
import type { Load } from '../load/load.ts'
import { readOptions } from '../options.ts'
import { type Scene, wired } from '../scene.ts'
import { type Part, type Profile, profiled, profileOf } from './parts.ts'
import { asMarkdown, type ProfiledScene } from './report.ts'

const CONNECTIONS = 16
const WARM_UP = 3_000
const WATCHED = 6_000
/** The pages of the goals. */
const WATCHED_SCENES = ['list page, cold', 'post page, cold', 'post page, signed in', 'search, common word, cold']
const [SERVER_CORE, LOAD_CORE] = [0, 1]

/** Shows where the CPU time of a request is spent: in the site's isolate, by folder and function, and around it. */
export async function profileBench(args: string[]): Promise<void> {
  const isRecorded = args.includes('--record')
  const { sizes, only } = readOptions(args.filter((arg) => arg !== '--record'))
  const [size = 1000] = args.includes('--sizes') ? sizes : []
  const [contender] = await contenders(null)
  if (!contender) throw new Error('nothing to profile')
  const copy = join(BENCH_FOLDER, `profile-${process.pid}`)
  try {
    const { data, scenes } = await contender.prepare(size, copy)
    const wanted = scenes.filter(({ name }) => (only === '' ? WATCHED_SCENES.includes(name) : name.includes(only)))
    const map = new SourceMap(JSON.parse(await readFile(join(contender.bundle, 'index.js.map'), 'utf8')))
    const seen: ProfiledScene[] = []
    await withSite({ data, bundle: contender.bundle }, async (site) => {
      for (const scene of wanted) seen.push(await profileScene(scene, site, map))
    })
    const page = asMarkdown(contender.commit, size, seen)
    console.log(page)
    if (isRecorded) await writeFile(inRoot('docs/bench/profile.md'), page)
  } finally {
    await rm(copy, { recursive: true, force: true })
    await contender.end()
  }
}

interface Site {
  load(scene: Scene, milliseconds: number): Promise<Load>
  runtime: number
  inspectorPort: number
}

async function withSite({ data, bundle }: { data: string; bundle: string }, use: (site: Site) => Promise<void>) {
  const inspectorPort = await freePort()
  const server = startChild('site/process.ts', SERVER_CORE)
  const client = startChild('load/process.ts', LOAD_CORE)
  try {
    const wanted = { data, bundle, isMetered: false, inspectorPort }
    const { port, runtime } = await server.call<{ port: number; runtime: number }>('site', wanted)
    const load = async ({ name, requests }: Scene, milliseconds: number) => {
      await client.call('learn', { name, requests: requests.map(wired) })
      return client.call<Load>('load', { name, port, connections: CONNECTIONS, milliseconds })
    }
    await use({ load, runtime, inspectorPort })
    await server.call('stop', null)
  } finally {
    await Promise.all([client.end(), server.end()])
  }
}

/** The site, and Miniflare's Workers around it. */
const ISOLATES = {
  'the site': SITE_ISOLATE,
  'D1, which asks SQLite': 'd1:db',
  'the way to D1': 'd1:db:entry',
  'the way to the site': 'core:entry',
}

/** One isolate after the other, under the same load: each profiler slows the others down. */
async function profileScene(scene: Scene, { load, runtime, inspectorPort }: Site, map: SourceMap) {
  await load(scene, WARM_UP)
  const before = cpuTime(runtime)
  const { requests } = await load(scene, WATCHED)
  const whole = (cpuTime(runtime) - before) / requests
  const isolates: Part[] = []
  let inSite: Profile = { parts: [], functions: [] }
  for (const [name, isolate] of Object.entries(ISOLATES)) {
    let requests = 0
    const profile = await profiled(inspectorPort, isolate, async () => {
      requests = (await load(scene, WATCHED)).requests
    })
    isolates.push({ name, share: profile.samples.length / requests })
    if (isolate === SITE_ISOLATE) inSite = profileOf(profile, map)
  }
  return { scene: scene.name, whole, isolates: inShares(isolates), ...inSite }
}

function inShares(parts: readonly Part[]): Part[] {
  const sum = parts.reduce((total, { share }) => total + share, 0)
  return parts.map(({ name, share }) => ({ name, share: share / sum }))
}
