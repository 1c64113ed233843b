import type { Child } from './child.ts'
import { processorOf } from './processor.ts'
import type { Scene } from './scenes.ts'

/** One server under load, with its requests. */
export interface Target {
  label: string
  port: number
  /** The process id of workerd. */
  runtime: number
  scenes: Scene[]
}

export interface Speed {
  perSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
  /** CPU milliseconds of workerd per request. */
  workerd: number
  /** Average size of a response body. */
  bytes: number
}

/** By label of the target and name of the scene. */
export type Speeds = Record<string, Record<string, Speed>>

const CONNECTIONS = 16
/** Milliseconds before the first round. */
const WARM_UP = 400

/**
 * Measures in alternating rounds, so that other load on the machine affects all targets equally.
 * Each figure is the median of the rounds.
 */
export async function measure(
  targets: readonly Target[],
  client: Child,
  { rounds, milliseconds }: { rounds: number; milliseconds: number },
  tell: (what: string) => void,
): Promise<Speeds> {
  const samples = new Map<string, Speed[]>()
  for (const { label, scenes } of targets) {
    for (const scene of scenes) {
      await client.call('learn', { name: `${label}: ${scene.name}`, requests: scene.requests })
    }
  }
  for (let round = 0; round < rounds; round++) {
    for (const [target, scene] of inTurn(targets)) {
      const name = `${target.label}: ${scene.name}`
      tell(`round ${round + 1} of ${rounds}, ${name}`)
      const run = (time: number) =>
        client.call<Load>('load', {
          name,
          port: target.port,
          connections: CONNECTIONS,
          milliseconds: time,
        })
      if (round === 0) await run(WARM_UP)
      const before = processorOf(target.runtime).used
      const load = await run(milliseconds)
      refuseErrors(name, load)
      const workerd = (processorOf(target.runtime).used - before) / load.requests
      const { p50, p99, bytes } = load
      const speed = { perSecond: load.requests / load.seconds, p50, p99, workerd, bytes }
      samples.set(name, [...(samples.get(name) ?? []), speed])
    }
  }
  return Object.fromEntries(
    targets.map(({ label, scenes }) => [
      label,
      Object.fromEntries(
        scenes.map(({ name }) => [name, medianOf(samples.get(`${label}: ${name}`) ?? [])]),
      ),
    ]),
  )
}

/**
 * Each scene on all targets before the next scene, because the figures of one scene are compared.
 */
function inTurn(targets: readonly Target[]): [Target, Scene][] {
  const names = new Set(targets.flatMap(({ scenes }) => scenes.map(({ name }) => name)))
  return [...names].flatMap((name) =>
    targets.flatMap((target) =>
      target.scenes
        .filter((scene) => scene.name === name)
        .map((scene): [Target, Scene] => [target, scene]),
    ),
  )
}

/** The figures of one round of a scene. */
export interface Load {
  requests: number
  seconds: number
  /** Milliseconds. */
  p50: number
  p99: number
  /** Average size of a response body. */
  bytes: number
  /** Number of responses per status. */
  statuses: Record<number, number>
}

function refuseErrors(name: string, { statuses }: Load): void {
  const wrong = Object.keys(statuses).filter((status) => !status.startsWith('2'))
  if (wrong.length > 0) throw new Error(`${name} returned ${wrong.join(', ')}`)
}

function medianOf(speeds: readonly Speed[]): Speed {
  const [first] = speeds
  if (!first) throw new Error('nothing was measured')
  const keys = Object.keys(first) as (keyof Speed)[]
  return Object.fromEntries(
    keys.map((key) => [key, median(speeds.map((speed) => speed[key]))]),
  ) as unknown as Speed
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
