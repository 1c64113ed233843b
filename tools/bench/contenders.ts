import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Failure } from '../../scripts/bootstrap/failure.mjs'
import { inRoot, ROOT } from '../../scripts/build/paths.ts'
import { type Child, startChild } from './child.ts'
import { median } from './measure.ts'
import type { Prepared } from './prepare-process.ts'
import type { Opened, SiteToOpen } from './site/process.ts'

/** Has data sets, writable copies and older commits. It is outside git and reused between runs. */
const BENCH_FOLDER = inRoot('.joule-bench')

/** The files of the commit in a separate folder, with the packages of that commit. */
async function checkedOut(commit: string): Promise<string> {
  const folder = join(BENCH_FOLDER, 'commits', commit)
  if (!existsSync(folder)) {
    await mkdir(folder, { recursive: true })
    const archive = execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: 2 ** 30 })
    execFileSync('tar', ['-x'], { cwd: folder, input: archive })
    execFileSync('npm', ['ci', '--silent'], { cwd: folder, stdio: 'inherit' })
  }
  return folder
}

export function commitOf(ref: string, root: string): string {
  return execFileSync('git', ['-C', root, 'rev-parse', '--short=10', ref], {
    encoding: 'utf8',
    cwd: ROOT,
  }).trim()
}

/** A measured commit: this one, or an earlier one for comparison. */
export interface Contender {
  label: string
  commit: string
  bundle: string
  /** The server process of that commit, because serving is measured too. */
  serve: string
  prepare(size: number, copy: string): Promise<Prepared>
  end(): Promise<void>
}

/** Measures this commit and, if given, another one. Copies of the data are deleted at the end. */
export async function withContenders<Result>(
  against: string | null,
  measure: (competing: Contender[], copies: string) => Promise<Result>,
): Promise<Result> {
  const copies = join(BENCH_FOLDER, `run-${process.pid}`)
  const competing = [await contender('joule', commitOf('HEAD', ROOT), ROOT)]
  try {
    const commit = against === null ? null : commitOf(against, ROOT)
    if (commit !== null) competing.push(await contender('before', commit, await checkedOut(commit)))
    return await measure(competing, copies)
  } finally {
    for (const { end } of competing) await end()
    await rm(copies, { recursive: true, force: true })
  }
}

/**
 * Measures this commit and another one on sites of 1,000 posts, in alternating rounds, and prints
 * the medians. Returns the ratio of the medians, or null without another commit.
 */
export async function compare(
  args: string[],
  usualRounds: number,
  what: string,
  measure: (site: Contender & Prepared & Opened) => Promise<number[]>,
): Promise<number | null> {
  const { values } = parseArgs({
    args,
    options: { against: { type: 'string' }, rounds: { type: 'string' } },
  })
  const sites = await withContenders(values.against ?? null, async (competing, copies) => {
    const prepared = []
    for (const one of competing)
      prepared.push({
        ...one,
        ...(await one.prepare(1_000, join(copies, one.label))),
        times: [] as number[],
      })
    for (let round = 0; round < Number(values.rounds ?? usualRounds); round++)
      for (const site of prepared) {
        const { serve, data, bundle } = site
        const wanted = { data, bundle, isMetered: false }
        site.times.push(
          ...(await onServer(serve, null, wanted, (opened) => measure({ ...site, ...opened }))),
        )
      }
    return prepared
  })
  for (const { commit, times } of sites) {
    const p98 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.98)]
    console.log(`${commit}: ${median(times).toFixed(1)} ms of CPU ${what} (p98 ${p98?.toFixed(1)})`)
  }
  const [now, before] = sites.map(({ times }) => median(times))
  if (now === undefined || before === undefined) return null
  console.log(`ratio: ${(now / before).toFixed(2)}`)
  return now / before
}

/** Measures a server in a process of its own, which ends afterwards. */
export async function onServer<Result>(
  script: string,
  core: number | null,
  wanted: SiteToOpen,
  measure: (opened: Opened, server: Child) => Promise<Result>,
): Promise<Result> {
  const server = startChild(script, core)
  try {
    return await measure(await server.call<Opened>('site', wanted), server)
  } finally {
    await server.call('stop', null)
    await server.end()
  }
}

async function contender(label: string, commit: string, root: string): Promise<Contender> {
  // Each commit prepares its data and its requests with its own bench.
  const folder = join(root, 'tools/bench')
  if (!existsSync(folder)) throw new Failure(`${commit} is older than this bench`)
  const child = startChild(join(folder, 'prepare-process.ts'), null)
  const bundle = await child.call<string>('build', null)
  const sets = join(BENCH_FOLDER, 'sets')
  return {
    label,
    commit,
    bundle,
    serve: join(folder, 'site/process.ts'),
    prepare: (size: number, copy: string) => child.call<Prepared>('prepare', { size, sets, copy }),
    end: child.end,
  }
}
