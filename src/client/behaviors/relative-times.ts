import { findAll } from '#client/hooks.ts'
import { relativeTime } from '#client/relative-time.ts'
import { pageLanguage } from '#client/text.ts'
import { relativeMoment } from '#web/components/hooks.ts'

/** Times in the reader's own zone, kept fresh while the page is open. Run again after adding content. */
export function relativeTimes(): void {
  refresh()
  setInterval(refresh, 60_000)
}

export function refresh(): void {
  const language = pageLanguage()
  const exact = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'short' })
  const now = new Date()
  for (const element of findAll<HTMLTimeElement>(relativeMoment)) {
    const moment = new Date(element.dateTime)
    if (Number.isNaN(moment.getTime())) continue
    element.title = exact.format(moment)
    element.textContent = relativeTime(moment, now, language)
  }
}
