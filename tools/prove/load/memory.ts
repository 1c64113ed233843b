import { readFileSync } from 'node:fs'

export interface Sample {
  /** Seconds since the start. */
  at: number
  /** Resident megabytes of workerd, and of Node around it. */
  runtime: number
  server: number
}

const EVERY = 1_000

/** Samples the memory of both processes once a second, and prints it each minute. Linux only. */
export function sampleMemory(runtime: number, server: number, print: (line: string) => void) {
  const samples: Sample[] = []
  const begun = performance.now()
  const look = () => {
    const at = (performance.now() - begun) / 1000
    const sample = { at, runtime: megabytesOf(runtime), server: megabytesOf(server) }
    samples.push(sample)
    if (samples.length % 60 === 0) print(`after ${Math.round(at)} s: workerd ${Math.round(sample.runtime)} MB`)
  }
  const timer = setInterval(look, EVERY)
  return {
    stop(): Sample[] {
      clearInterval(timer)
      look()
      return samples
    },
  }
}

export function megabytesOf(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

/** The maximum of each of this many equal periods, which shows where memory levels off. */
export function stretches(samples: readonly Sample[], count: number): number[] {
  const whole = samples.at(-1)?.at ?? 0
  return Array.from({ length: count }, (_, n) => {
    const mine = samples.filter(({ at }) => at >= (n * whole) / count && at <= ((n + 1) * whole) / count)
    return Math.round(Math.max(0, ...mine.map(({ runtime }) => runtime)))
  })
}
