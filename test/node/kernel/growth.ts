/** A text of any length, made by repetition. */
export interface Family {
  name: string
  of: (size: number) => string
}

/**
 * Four times the text may take this many times as long. Linear work takes 4 times, quadratic work
 * 16 times.
 */
const GROWTH_MAX = 6
const RUNS_MAX = 8
/** In milliseconds. Less is noise. */
const LEAST_TIME = 0.02

type Work = (text: string) => unknown
/** In milliseconds since any fixed moment. */
type Clock = () => number

/** A rough clock to select candidates, and an exact clock to judge them. */
const CLOCKS: { rough: Clock; exact: Clock } = { rough: () => performance.now(), exact: cpuTime }

/**
 * The families on which `work` grows faster than its input. Families with the highest cost per
 * character are measured closely: the time for N against the time for 4N, so that the speed of the
 * machine does not matter. A single size could fail because the larger text no longer fits the CPU
 * cache; so growth must show at two sizes.
 */
export function growsTooFast(
  work: Work,
  families: Iterable<Family>,
  size: number,
  clocks = CLOCKS,
): string[] {
  const costs = [...families].map((family) => ({
    family,
    cost: costOf(work, family.of(size), clocks.rough),
  }))
  const usual =
    costs.map(({ cost }) => cost).sort((a, b) => a - b)[Math.floor(costs.length / 2)] ?? 0
  return costs
    .filter(({ cost }) => cost > 2 * usual)
    .filter(({ family }) =>
      [size, 4 * size].every((from) => growthOf(work, family, from, clocks.exact) > GROWTH_MAX),
    )
    .map(({ family }) => family.name)
}

function costOf(work: Work, text: string, now: Clock): number {
  const time = () => timeOf(work, text, now)
  return Math.min(time(), time()) / text.length
}

/** The fastest run of each, because garbage collection and compilation only add time. */
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
 * CPU time of this thread, so that other load does not matter. Linux updates it when the thread
 * leaves the CPU, otherwise every few milliseconds; after a short sleep it is exact.
 */
export function cpuTime(): number {
  Atomics.wait(nothing, 0, 0, 0.01)
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
