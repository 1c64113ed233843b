import { addDays, dayOf } from '#kernel/clock.ts'

/**
 * Tokens that no text has: each begins with a character that is cut out of texts, so that a search for words never meets
 * them. They stand in the column `marks` of an index.
 */

/** Before each word of the title, and of the tags: where a word stands decides how much it counts. */
export const IN_TITLE = '§'
export const IN_TAGS = '¶'

/** Tokens as `tokensOf` gives them, each with the mark before it. */
export function marked(mark: string, tokens: string): string {
  return tokens === '' ? '' : mark + tokens.replaceAll(' ', ` ${mark}`)
}

// What a search is narrowed to.

export function authorMark(uid: number): string {
  return `·author${uid}`
}

/** A tag may hold anything, so it is spelled in digits: one token, whatever is in it. */
export function tagMark(key: string): string {
  const bytes = new TextEncoder().encode(key)
  return `·tag${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** The language of a post: `zh`, `en`, or nothing for neither. */
export function languageMark(language: string): string {
  return `·language${language}`
}

/** A day or a month of publication, `2026-11-15` or `2026-11`: one token, so without what parts its numbers. */
function dateMark(date: string): string {
  return `·on${date.replaceAll('-', '')}`
}

export function postMark(id: number): string {
  return `·post${id}`
}

export function statusMark(status: string): string {
  return `·status${status}`
}

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
