import { closest, findAll } from '#client/hooks.ts'
import { relativeTimesIn } from '#client/relative-time.ts'
import { pageLanguage } from '#client/text.ts'

/**
 * Times with an hour, as web/components/time.tsx writes them; plain dates stay unchanged. Lists have many of them, so
 * they have no extra attribute.
 */
const MOMENTS = { selector: 'time[datetime*=T]' }

/** Shows times in the reader's time zone and keeps them current. Call it again after adding content. */
export function relativeTimes(): void {
  refresh()
  setInterval(refresh, 60_000)
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

export function refresh(): void {
  const written = relativeTimesIn(pageLanguage(), new Date())
  for (const element of findAll<HTMLTimeElement>(MOMENTS)) {
    const text = written(new Date(element.dateTime))
    if (text !== element.textContent) element.textContent = text
  }
}
