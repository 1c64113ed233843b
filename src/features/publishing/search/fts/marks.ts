import { addDays, dayOf } from '#kernel/clock.ts'

/**
 * Tokens in the column `marks` of an index. Each starts with a character that is removed from
 * texts, so a search for words never matches a mark.
 */

/** Prefixes of the words of the title and of the tags. They decide the rank of a match. */
export const IN_TITLE = '§'
export const IN_TAGS = '¶'

/** Adds a mark as a prefix to each token of `tokensOf`. */
export function marked(mark: string, tokens: string): string {
  return tokens === '' ? '' : mark + tokens.replaceAll(' ', ` ${mark}`)
}

/** A tag may contain any character, so it is encoded in hexadecimal as one token. */
export function tagMark(key: string): string {
  const bytes = new TextEncoder().encode(key)
  return `·tag${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** The filters of a search. */
export const authorMark = (uid: number): string => `·author${uid}`
export const postMark = (id: number): string => `·post${id}`
export const statusMark = (status: string): string => `·status${status}`

/** The language of a post: `zh`, `en`, or empty for other languages. */
export const languageMark = (language: string): string => `·language${language}`

/**
 * A day or month of publication, `2026-11-15` or `2026-11`, without hyphens so that it is one
 * token.
 */
const dateMark = (date: string): string => `·on${date.replaceAll('-', '')}`

/** The time ranges of a search, in whole days in Shanghai, including today. */
export const SINCE = ['day', 'week', 'month', 'year'] as const
export type Since = (typeof SINCE)[number]

/** The number of days in each period. The last 24 hours are parts of two days. */
const DAYS = { day: 2, week: 7, month: 30 } as const
const MONTHS_PER_YEAR = 12

/**
 * The marks of everything published in this period. There is one mark per day, or one per month for
 * a year, which has too many days.
 */
export function marksSince(since: Since, now: Date): string[] {
  const today = dayOf(now)
  if (since !== 'year')
    return Array.from({ length: DAYS[since] }, (_, n) => dateMark(addDays(today, -n)))
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))]
  return Array.from({ length: MONTHS_PER_YEAR + 1 }, (_, n) =>
    dateMark(new Date(Date.UTC(year, month - 1 - n)).toISOString().slice(0, 7)),
  )
}

/** The marks of a post that was published at this time: its day and its month. */
export function marksOfTime(publishedAt: string): string[] {
  const day = dayOf(new Date(publishedAt))
  return [dateMark(day), dateMark(day.slice(0, 7))]
}
