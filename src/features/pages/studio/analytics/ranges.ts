import * as z from 'zod'
import { addDays, dayOf } from '#kernel/clock.ts'

/** The ranges of the figures of a post and of the site, in days. */
export const FIGURE_RANGES = { '7d': 7, '30d': 30, '90d': 90, '1y': 365 } as const
export type FigureRange = keyof typeof FIGURE_RANGES

const DEFAULT_RANGE = '30d'

export const FigureQuery = z.object({
  range: z.enum(Object.keys(FIGURE_RANGES) as FigureRange[]).default(DEFAULT_RANGE),
})

/** The range of a page's query parameter, which a person may have typed. */
export function figureRangeOf(wanted: string | undefined): FigureRange {
  const found = FigureQuery.safeParse({ range: wanted })
  return found.success ? found.data.range : DEFAULT_RANGE
}

/** The last `count` days in Shanghai time, oldest first and today last. */
export function lastDays(count: number, now: Date): string[] {
  const today = dayOf(now)
  return Array.from({ length: count }, (_, index) => addDays(today, index + 1 - count))
}

/** One number per day, zero for a day without a row. */
export function perDay<Row extends { day: string }>(
  days: readonly string[],
  rows: readonly Row[],
  numberOf: (row: Row) => number,
): number[] {
  const byDay = new Map(rows.map((row) => [row.day, numberOf(row)]))
  return days.map((day) => byDay.get(day) ?? 0)
}
