const STEPS = [1, 2, 7, 15, 30]
/** Width of a day label with padding, in CSS pixels. */
const ROOM = 44

/** Indexes of the labelled days: today, and from there back in equal steps, as many as fit. */
export function dayMarks(days: number, width: number): number[] {
  const step = STEPS.find((size) => (days / size) * ROOM <= width) ?? days
  const marks: number[] = []
  for (let day = days - 1; day >= 0; day -= step) marks.unshift(day)
  return marks
}

const INTERVALS = 4

/**
 * Round numbers from 0 to the highest count or above, at least up to 4, so that a single like does
 * not fill the chart.
 */
export function countMarks(highest: number): number[] {
  const rough = Math.max(1, highest / INTERVALS)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? rough
  const count = Math.max(step === 1 ? INTERVALS : 1, Math.ceil(highest / step))
  return Array.from({ length: count + 1 }, (_, index) => index * step)
}
