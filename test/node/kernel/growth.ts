/** A text of any length, made by repeating something. */
export interface Family {
  name: string
  of: (size: number) => string
}

/** Four times the text may take this many times as long. Linear work takes four times, quadratic sixteen. */
const GROWTH_MAX = 6

type Work = (text: string) => unknown

/**
 * The families on which `work` grows faster than its input. What costs more a character than most is looked at closely: its
 * time for N is held against its time for 4N, and with nothing else, so that a slow machine changes nothing. What still looks bad
 * is measured once more, in CPU time of this thread and on texts so long that the clock's ticks do not count, so that a busy
 * machine does not either. On a very busy one much looks bad, for the longer of two runs is interrupted more often.
 */
export function growsTooFast(work: Work, families: Iterable<Family>, size: number): string[] {
  const costs = [...families].map((family) => ({ family, cost: costOf(work, family.of(size)) }))
  const usual = costs.map(({ cost }) => cost).sort((a, b) => a - b)[Math.floor(costs.length / 2)] ?? 0
  return costs
    .filter(({ cost }) => cost > 2 * usual)
    .filter(({ family }) => growthOf(work, family, size) > GROWTH_MAX)
    .filter(({ family }) => growthInTicks(work, family, sizeWorthMeasuring(work, family, size)) > GROWTH_MAX)
    .map(({ family }) => family.name)
}

const RUNS_MAX = 4
const TEXT_MAX = 400_000
/** In milliseconds, as some machines count CPU time. */
const CLOCK_TICK = 4
const TICKS_WORTH_MEASURING = 12

function costOf(work: Work, text: string): number {
  return Math.min(wallTime(work, text), wallTime(work, text)) / text.length
}

/** By the clock, of each the quickest run: what the machine did meanwhile only makes one longer. */
function growthOf(work: Work, { of }: Family, size: number): number {
  const texts = [of(size), of(4 * size)] as const
  let [once, fourTimes] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let run = 1; run <= RUNS_MAX; run++) {
    once = Math.min(once, wallTime(work, texts[0]))
    fourTimes = Math.min(fourTimes, wallTime(work, texts[1]))
    if (run > 1 && fourTimes / once <= GROWTH_MAX) break
  }
  return fourTimes / once
}

/** By CPU time, all runs together: a tick is given to whoever runs when it comes, which evens out. */
function growthInTicks(work: Work, { of }: Family, size: number): number {
  const texts = [of(size), of(4 * size)] as const
  let [once, fourTimes] = [0, 0]
  for (let run = 1; run <= RUNS_MAX; run++) {
    once += cpuTime(work, texts[0])
    fourTimes += cpuTime(work, texts[1])
    if (fourTimes / once <= GROWTH_MAX) break
  }
  return fourTimes / once
}

/** Enough ticks of the clock, or the longest text that anybody may send. */
function sizeWorthMeasuring(work: Work, family: Family, size: number): number {
  const text = family.of(size)
  return cpuTime(work, text) >= TICKS_WORTH_MEASURING * CLOCK_TICK || text.length > TEXT_MAX
    ? size
    : sizeWorthMeasuring(work, family, 2 * size)
}

function wallTime(work: Work, text: string): number {
  const started = performance.now()
  work(text)
  // Less is noise of the clock, not work.
  return Math.max(performance.now() - started, 0.02)
}

function cpuTime(work: Work, text: string): number {
  const before = process.threadCpuUsage()
  work(text)
  const { user, system } = process.threadCpuUsage(before)
  return Math.max((user + system) / 1_000, CLOCK_TICK)
}
