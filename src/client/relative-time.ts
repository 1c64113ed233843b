import { clientTexts } from '#client/text.ts'
import type { Language } from '#kernel/i18n.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** "3 minutes ago" for a week, then the date; the year only where it is not this one. */
export function relativeTime(moment: Date, now: Date, language: Language): string {
  const seconds = Math.round((now.getTime() - moment.getTime()) / 1000)
  if (seconds >= -MINUTE && seconds < MINUTE) return clientTexts[language].justNow
  if (seconds < 0 || seconds >= 7 * DAY) return dateOf(moment, now, language)
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  if (seconds < HOUR) return format.format(-Math.floor(seconds / MINUTE), 'minute')
  if (seconds < DAY) return format.format(-Math.floor(seconds / HOUR), 'hour')
  return format.format(-Math.floor(seconds / DAY), 'day')
}

function dateOf(moment: Date, now: Date, language: Language): string {
  const isThisYear = moment.getFullYear() === now.getFullYear()
  const options: Intl.DateTimeFormatOptions = { month: 'short', day: 'numeric' }
  return new Intl.DateTimeFormat(language, isThisYear ? options : { ...options, year: 'numeric' }).format(moment)
}
