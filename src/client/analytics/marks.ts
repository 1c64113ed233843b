const STEPS = [1, 2, 7, 15, 30]
/** What the name of a day takes, with some air, in CSS pixels. */
const ROOM = 44

/** Where the days are named: today is, and from there every so many days back as there is room for. */
export function dayMarks(days: number, width: number): number[] {
  const step = STEPS.find((size) => (days / size) * ROOM <= width) ?? days
  const marks: number[] = []
  for (let day = days - 1; day >= 0; day -= step) marks.unshift(day)
  return marks
}

const INTERVALS = 4

/** Round numbers from nothing to the highest count or just above; never halves of one, and a single like is no peak. */
export function countMarks(highest: number): number[] {
  const rough = Math.max(1, highest / INTERVALS)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? rough
  const count = Math.max(step === 1 ? INTERVALS : 1, Math.ceil(highest / step))
  return Array.from({ length: count + 1 }, (_, index) => index * step)
}
