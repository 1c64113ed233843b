import { closest, findAll } from '#client/hooks.ts'
import { relativeTimesIn } from '#client/relative-time.ts'
import { pageLanguage } from '#client/text.ts'

/** Those with an hour, as web/components/time.tsx writes them; a day stays as it is. Lists are full of them, so they need no mark. */
const MOMENTS = { selector: 'time[datetime*=T]' }

/** Times in the reader's own zone, kept fresh while the page is open. Run again after adding content. */
export function relativeTimes(): void {
  // After the first paint: the first format that a page makes takes longer than all other behaviours together.
  requestAnimationFrame(() => setTimeout(refresh))
  setInterval(refresh, 60_000)
  // The whole of a time costs more to write than all the rest, and is read by few.
  document.addEventListener('pointerover', ({ target }) => {
    const element = closest<HTMLTimeElement>(MOMENTS, target)
    const moment = element && momentOf(element)
    if (moment && !element.title) element.title = exact().format(moment)
  })
}

export function refresh(): void {
  const written = relativeTimesIn(pageLanguage(), new Date())
  for (const element of findAll<HTMLTimeElement>(MOMENTS)) {
    const moment = momentOf(element)
    const text = moment && written(moment)
    if (text && text !== element.textContent) element.textContent = text
  }
}

function exact(): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(pageLanguage(), { dateStyle: 'full', timeStyle: 'short' })
}

function momentOf({ dateTime }: HTMLTimeElement): Date | null {
  const moment = new Date(dateTime)
  return Number.isNaN(moment.getTime()) ? null : moment
}
