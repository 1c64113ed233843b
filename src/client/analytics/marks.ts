const STEPS = [1, 2, 7, 15, 30]
/** The width of the label of a day with its padding, in CSS pixels. */
const ROOM = 44

/** The indexes of the labelled days: today, and back from there in equal steps, as many as fit. */
export function dayMarks(days: number, width: number): number[] {
  const step = STEPS.find((size) => (days / size) * ROOM <= width) ?? days
  const marks: number[] = []
  for (let day = days - 1; day >= 0; day -= step) marks.unshift(day)
  return marks
}

const INTERVALS = 4

/**
 * Round numbers from 0 to the highest count or just above it. They are integers and reach at least
 * 4, so that a single like does not fill the chart.
 */
export function countMarks(highest: number): number[] {
  const rough = Math.max(1, highest / INTERVALS)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? rough
  const count = Math.max(step === 1 ? INTERVALS : 1, Math.ceil(highest / step))
  return Array.from({ length: count + 1 }, (_, index) => index * step)
}
