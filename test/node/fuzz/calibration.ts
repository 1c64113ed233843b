/** CPU time of the workload on the machine for which the limits were chosen, in milliseconds. */
const REFERENCE = 50
const RUNS = 5

let factor: number | undefined

/** A limit of CPU time, chosen on that machine, for the speed of this machine. */
export function scaled(limit: number): number {
  // The fastest run, because garbage collection and compilation only add time.
  factor ??= Math.min(...Array.from({ length: RUNS }, timeOfWork)) / REFERENCE
  return limit * factor
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
