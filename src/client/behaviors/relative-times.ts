import { closest, findAll } from '#client/hooks.ts'
import { relativeTimesIn } from '#client/relative-time.ts'
import { pageLanguage } from '#client/text.ts'

/** Those with an hour, as web/components/time.tsx writes them; a day stays as it is. Lists are full of them, so they need no mark. */
const MOMENTS = { selector: 'time[datetime*=T]' }

/** Times in the reader's own zone, kept fresh while the page is open. Run again after adding content. */
export function relativeTimes(): void {
  refresh()
  setInterval(refresh, 60_000)
  // The whole of a time costs more to write than all the rest, and is read by few.
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
