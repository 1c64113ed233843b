/**
 * Measured again after this time: other work on the machine changes the CPU time of the same
 * instructions.
 */
const VALID_FOR = 60_000
const RUNS = 5

let latest = { at: Number.NEGATIVE_INFINITY, time: 0 }

/**
 * A limit of CPU time in milliseconds, as a multiple of the time that a fixed workload takes on
 * this machine now. Once is about 33 ms on the development machine.
 */
export function timesTheWorkload(times: number): number {
  if (performance.now() - latest.at > VALID_FOR) {
    // The fastest run, because garbage collection and compilation only add time.
    latest = { time: Math.min(...Array.from({ length: RUNS }, timeOfWork)), at: performance.now() }
  }
  return times * latest.time
}

/** Texts, numbers and sorting, as in the work of the site. */
function timeOfWork(): number {
  const before = process.threadCpuUsage()
  const words = Array.from({ length: 60_000 }, (_, n) => `<p>${(n * 7_919) % 65_537}</p>`)
  const text = words
    .sort()
    .join('')
    .replace(/\d(?=<)/g, (digit) => String(9 - Number(digit)))
  if (text.length === 0) throw new Error('no text')
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}
