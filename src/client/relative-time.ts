import { clientTexts } from '#client/text.ts'
import type { Language } from '#kernel/i18n.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * "3 minutes ago" for a week, then the date; the year only where it is not this one. For all times of a page: to make a format
 * takes as long as to use it fifty times.
 */
export function relativeTimesIn(language: Language, now: Date): (moment: Date) => string {
  const ago = once(() => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }))
  const day = once(() => new Intl.DateTimeFormat(language, DATE))
  const dayOfYear = once(() => new Intl.DateTimeFormat(language, { ...DATE, year: 'numeric' }))
  return (moment) => {
    const seconds = Math.round((now.getTime() - moment.getTime()) / 1000)
    if (seconds >= -MINUTE && seconds < MINUTE) return clientTexts[language].justNow
    if (seconds < 0 || seconds >= 7 * DAY) {
      const isThisYear = moment.getFullYear() === now.getFullYear()
      return (isThisYear ? day() : dayOfYear()).format(moment)
    }
    if (seconds < HOUR) return ago().format(-Math.floor(seconds / MINUTE), 'minute')
    if (seconds < DAY) return ago().format(-Math.floor(seconds / HOUR), 'hour')
    return ago().format(-Math.floor(seconds / DAY), 'day')
  }
}

const DATE = { month: 'short', day: 'numeric' } as const

function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
