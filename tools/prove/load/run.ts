import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Failure } from '../../../scripts/bootstrap/failure.mjs'
import { buildSite } from '../../../scripts/build/index.ts'
import { RUNTIME_MEGABYTES_MAX } from '../../../scripts/site/launch.ts'
import { verify } from '../crash/verify.ts'
import { ServedSite } from '../site/served.ts'
import { asking } from '../writes/ask.ts'
import { EMPTY_SITE, newWorld, settle } from '../writes/settle.ts'
import type { World } from '../writes/world.ts'
import { Attempts } from './attempts.ts'
import { burst, logInTooOften, registerTooMany } from './bursts.ts'
import { sampleMemory, stretches } from './memory.ts'
import {
  checkingIn,
  fastSender,
  parallelSenders,
  reader,
  registeringSender,
  type Sender,
  uploader,
  waitingSender,
} from './people.ts'

export interface LoadOptions {
  connections: number
  readers: number
  seconds: number
  minutes: number
  seed: number
}

export interface Loaded {
  acknowledged: number
  refused: number
  unanswered: number
  highest: number
  wrong: string[]
}

const POSTS = 40
const HOME = '10.253.0.1'

/** Fails if an update was lost, a limit was not exact, a request failed, or memory exceeded its bound. */
export async function runLoad(options: LoadOptions, print = console.log): Promise<Loaded> {
  await buildSite()
  const folder = await mkdtemp(join(tmpdir(), 'joule-load-'))
  const site = new ServedSite({ data: join(folder, 'site'), env: EMPTY_SITE })
  const attempts = new Attempts()
  const connections = asking(() => site.url, options.connections + options.readers)
  const world = newWorld(attempts.watching(connections))
  try {
    await site.start()
    const result = await underLoad(site, world, attempts, options, print)
    if (result.wrong.length > 0)
      throw new Failure(`${result.wrong.length} problems with seed ${options.seed}; see ${folder}`)
    await site.stop()
    await rm(folder, { recursive: true, force: true })
    return result
  } finally {
    connections.close()
    await site.end()
  }
}

async function underLoad(
  site: ServedSite,
  world: World,
  attempts: Attempts,
  { connections, readers, seconds, minutes, seed }: LoadOptions,
  print: (line: string) => void,
): Promise<Loaded> {
  const lasting = minutes > 0 ? minutes * 60 : seconds
  print(`${connections} writing and ${readers} reading connections for ${lasting} s, seed ${seed}`)
  const atOnce = Math.max(1, Math.floor(connections / 8))
  const people = connections - 2 * atOnce + 2 - 1
  await settle(world, people, POSTS, HOME)
  const wrong: string[] = []
  const senders = sendersIn(world, atOnce, `${seed}`, wrong)
  const begun = performance.now()
  const memory = sampleMemory(await site.runtime(), site.server, print)
  const isOver = () => performance.now() - begun > lasting * 1000
  const reading = world.people.slice(0, readers).map((person) => reader(world, person))
  await Promise.all([...senders, ...reading].map((send) => send(isOver)))
  const samples = memory.stop()
  await registerTooMany(world, HOME, people)
  wrong.push(...(await logInTooOften(world)), ...(await burst(world)))
  const { acknowledged, refused, unanswered, failed } = world.writeLog.counts
  print(`${acknowledged} writes acknowledged, ${refused} refused, ${unanswered} unanswered, ${failed} failed`)
  print(
    `answers: ${[...attempts.statuses]
      .sort()
      .map(([status, count]) => `${count} × ${status || 'none'}`)
      .join(', ')}`,
  )
  for (const { rule, tried, refused, wrong: ofRule } of attempts.verdicts()) {
    print(
      `${rule}: ${tried} tried, ${refused} refused, ${ofRule.length} wrongly${refused > 0 ? '' : '; never reached'}`,
    )
    wrong.push(...ofRule.map((one) => `${rule}: ${one}`))
  }
  const held = await verify(site, world)
  print(
    `${held.held} facts correct, unanswered writes: ${held.there} complete, ${held.notThere} without effect; ${held.wrong.length} wrong`,
  )
  const highest = Math.round(Math.max(...samples.map(({ runtime }) => runtime)))
  const server = Math.round(Math.max(...samples.map(({ server }) => server)))
  print(
    `memory of workerd as time went on, MB: ${stretches(samples, Math.min(10, Math.ceil(lasting / 2))).join(' ')}; of Node at most ${server}`,
  )
  if (highest > RUNTIME_MEGABYTES_MAX)
    wrong.push(`workerd took ${highest} MB, and ${RUNTIME_MEGABYTES_MAX} are its bound`)
  for (const [status, count] of attempts.statuses) if (status >= 500) wrong.push(`${count} answers were ${status}`)
  wrong.push(...held.wrong)
  for (const one of wrong.slice(0, 20)) print(`    ${one}`)
  return { acknowledged, refused, unanswered, highest, wrong }
}

function sendersIn(world: World, atOnce: number, seed: string, wrong: string[]): Sender[] {
  const [one, other, patient, withPictures, daily, ...rest] = world.people
  if (!one || !other || !patient || !withPictures || !daily) throw new Failure('--connections must be at least 8')
  return [
    ...parallelSenders(world, one, atOnce),
    ...parallelSenders(world, other, atOnce),
    waitingSender(world, patient, wrong),
    uploader(world, withPictures),
    checkingIn(daily),
    registeringSender(world),
    ...rest.map((person, n) => fastSender(world, person, `${seed} ${n}`)),
  ]
}
