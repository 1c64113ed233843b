/** A text of any length, made by repeating something. */
export interface Family {
  name: string
  of: (size: number) => string
}

/** Four times the text may take this many times as long. Linear work takes four times, quadratic sixteen. */
const GROWTH_MAX = 6
const RUNS_MAX = 8
/** In milliseconds. Less is noise, not work. */
const LEAST_TIME = 0.02

type Work = (text: string) => unknown
/** In milliseconds since whenever. */
type Clock = () => number

/** To choose by, and to judge by. */
const CLOCKS: { rough: Clock; exact: Clock } = { rough: () => performance.now(), exact: cpuTime }

/**
 * The families on which `work` grows faster than its input. What costs more a character than most is looked at closely: its
 * time for N is held against its time for 4N, and with nothing else, so that a slow machine changes nothing. At one size the
 * larger text may no longer fit into what is near the processor, above all on one that is shared: what grows does so at two.
 */
export function growsTooFast(work: Work, families: Iterable<Family>, size: number, clocks = CLOCKS): string[] {
  const costs = [...families].map((family) => ({ family, cost: costOf(work, family.of(size), clocks.rough) }))
  const usual = costs.map(({ cost }) => cost).sort((a, b) => a - b)[Math.floor(costs.length / 2)] ?? 0
  return costs
    .filter(({ cost }) => cost > 2 * usual)
    .filter(({ family }) => [size, 4 * size].every((from) => growthOf(work, family, from, clocks.exact) > GROWTH_MAX))
    .map(({ family }) => family.name)
}

function costOf(work: Work, text: string, now: Clock): number {
  const time = () => timeOf(work, text, now)
  return Math.min(time(), time()) / text.length
}

/** Of each the quickest run: garbage and the compiler only make one longer. */
function growthOf(work: Work, { of }: Family, size: number, now: Clock): number {
  const texts = [of(size), of(4 * size)] as const
  let [once, fourTimes] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let run = 1; run <= RUNS_MAX; run++) {
    once = Math.min(once, timeOf(work, texts[0], now))
    fourTimes = Math.min(fourTimes, timeOf(work, texts[1], now))
    if (run > 1 && fourTimes / once <= GROWTH_MAX) break
  }
  return fourTimes / once
}

function timeOf(work: Work, text: string, now: Clock): number {
  const started = now()
  work(text)
  return Math.max(now() - started, LEAST_TIME)
}

const nothing = new Int32Array(new SharedArrayBuffer(4))

/**
 * What this thread has used of the processor, so that a busy machine changes nothing. Linux adds it up when the thread leaves the
 * processor, and else every few milliseconds: after a moment of sleep it is exact.
 */
export function cpuTime(): number {
  Atomics.wait(nothing, 0, 0, 0.01)
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
