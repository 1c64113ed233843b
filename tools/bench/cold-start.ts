import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Failure } from '../../scripts/bootstrap/failure.mjs'
import { startChild } from './child.ts'
import { withContenders } from './contenders.ts'
import { median } from './measure.ts'
import { processorOf } from './processor.ts'

/** How much more CPU time a cold start may use than that of the other commit. */
const RATIO_MAX = 1.1

/**
 * Measures the CPU time of workerd from its start to the end of the first page, for this commit and an older one, in
 * alternating rounds.
 */
export async function coldStart(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { against: { type: 'string' }, rounds: { type: 'string' } } })
  const sites = await withContenders(values.against ?? null, async (competing, copies) => {
    const prepared = []
    for (const one of competing) {
      const { data } = await one.prepare(1_000, join(copies, one.label))
      prepared.push({ ...one, data, times: [] as number[] })
    }
    for (let round = 0; round < Number(values.rounds ?? 15); round++) {
      for (const site of prepared) site.times.push(await costOfStart(site))
    }
    return prepared
  })
  for (const { commit, times } of sites) {
    const [least, most] = [Math.min(...times), Math.max(...times)]
    console.log(`${commit}: ${median(times).toFixed(0)} ms of CPU (${least.toFixed(0)} to ${most.toFixed(0)})`)
  }
  const [now, before] = sites.map(({ times }) => median(times))
  if (now === undefined || before === undefined) return
  console.log(`ratio: ${(now / before).toFixed(2)}, at most ${RATIO_MAX}`)
  if (now / before > RATIO_MAX)
    throw new Failure('a cold start uses too much CPU time; load modules when they are needed')
}

async function costOfStart({ serve, data, bundle }: { serve: string; data: string; bundle: string }): Promise<number> {
  const server = startChild(serve, null)
  try {
    const opened = await server.call<{ port: number; runtime: number }>('site', { data, bundle, isMetered: false })
    const response = await fetch(`http://127.0.0.1:${opened.port}/`)
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`the first page returned ${response.status}`)
    return processorOf(opened.runtime).used
  } finally {
    await server.call('stop', null)
    await server.end()
  }
}
