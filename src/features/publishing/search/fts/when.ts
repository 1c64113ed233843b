import { dateMark } from '#features/publishing/search/fts/marks.ts'
import { addDays, dayOf } from '#kernel/clock.ts'

/** How far back a search goes. Days are whole ones in Shanghai, the present one included. */
export const SINCE = ['day', 'week', 'month', 'year'] as const
export type Since = (typeof SINCE)[number]

const DAYS = { day: 2, week: 7, month: 30 } as const
const MONTHS_A_YEAR = 12

/** The marks of everything published since then: of each day, or of each month where days would be too many. */
export function marksSince(since: Since, now: Date): string[] {
  const today = dayOf(now)
  if (since !== 'year') return Array.from({ length: DAYS[since] }, (_, n) => dateMark(addDays(today, -n)))
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))]
  return Array.from({ length: MONTHS_A_YEAR + 1 }, (_, n) =>
    dateMark(new Date(Date.UTC(year, month - 1 - n)).toISOString().slice(0, 7)),
  )
}

/** What a post published at this time is marked with. */
export function marksOfTime(publishedAt: string): string[] {
  const day = dayOf(new Date(publishedAt))
  return [dateMark(day), dateMark(day.slice(0, 7))]
}
