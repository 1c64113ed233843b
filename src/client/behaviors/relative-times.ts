import { closest, findAll } from '#client/hooks.ts'
import { clientTexts, pageLanguage } from '#client/text.ts'
import type { Language } from '#kernel/i18n.ts'

/**
 * Times with an hour, as web/components/time.tsx writes them. Plain dates stay unchanged. Lists
 * have many times, so they have no attribute for this.
 */
export const MOMENTS = { selector: 'time[datetime*=T]' }

/** Shows times in the time zone of the reader and keeps them current. */
export function relativeTimes(): void {
  refresh()
  setInterval(refresh, 60_000)
  document.addEventListener('joule:added', refresh)
  // Formatting the full time is expensive and rarely needed, so it happens on hover.
  document.addEventListener('pointerover', ({ target }) => {
    const element = closest<HTMLTimeElement>(MOMENTS, target)
    if (element && !element.title)
      element.title = new Date(element.dateTime).toLocaleString(pageLanguage(), {
        dateStyle: 'full',
        timeStyle: 'short',
      })
  })
}

function refresh(): void {
  const written = relativeTimesIn(pageLanguage(), new Date())
  for (const element of findAll<HTMLTimeElement>(MOMENTS)) {
    const text = written(new Date(element.dateTime))
    if (text !== element.textContent) element.textContent = text
  }
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const UNITS = [DAY, HOUR, MINUTE]

/**
 * “3 minutes ago” for a week, then the date, with the year only if it is not the current one. It
 * does not use `Intl`, whose first use takes a tenth of a second on a phone, longer than all
 * behaviours of a page together.
 */
export function relativeTimesIn(language: Language, now: Date): (moment: Date) => string {
  const { ago, date } = WORDS[language]
  return (moment) => {
    const seconds = Math.round((now.getTime() - moment.getTime()) / 1000)
    if (Math.abs(seconds) < MINUTE) return clientTexts[language].justNow
    if (seconds < 0 || seconds >= 7 * DAY)
      return date(moment, moment.getFullYear() === now.getFullYear())
    const unit = UNITS.findIndex((length) => length <= seconds)
    return ago(Math.floor(seconds / (UNITS[unit] ?? 1)), unit)
  }
}

interface Words {
  ago(count: number, unit: number): string
  date(moment: Date, isThisYear: boolean): string
}

const WORDS: Record<Language, Words> = {
  'zh-CN': {
    ago: (count, unit) => `${count}${['天', '小时', '分钟'][unit]}前`,
    date: (moment, isThisYear) =>
      `${isThisYear ? '' : `${moment.getFullYear()}年`}${moment.getMonth() + 1}月${moment.getDate()}日`,
  },
  en: {
    ago: (count, unit) => `${count} ${['day', 'hour', 'minute'][unit]}${count > 1 ? 's' : ''} ago`,
    date: (moment, isThisYear) =>
      `${moment.toDateString().slice(4, 7)} ${moment.getDate()}${isThisYear ? '' : `, ${moment.getFullYear()}`}`,
  },
}
