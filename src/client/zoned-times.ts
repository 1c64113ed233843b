import { MOMENTS, relativeTimesIn } from '#client/behaviors/relative-times.ts'
import { closest, findAll, has } from '#client/hooks.ts'
import { pageLanguage } from '#client/text.ts'
import { viewerZone } from '#client/time-zone.ts'
import { chosenZone, exactTime } from '#features/core/shell/hooks.ts'
import { DAY } from '#kernel/clock.ts'
import { namedTime, wallTime } from '#kernel/time-zone.ts'

/**
 * Shows exact times in the zone of the viewer. If the viewer chose a zone, it also shows the dates
 * of relative-times.ts in it: relative-times.ts writes them in the zone of the browser, so they are
 * replaced after each of its changes.
 */
export function zonedTimes(): void {
  const zone = viewerZone()
  const isChosen = has(chosenZone, document.body)
  const show = () => {
    for (const element of findAll<HTMLTimeElement>(exactTime))
      setText(element, namedTime(momentOn(element), zone, pageLanguage()))
    if (isChosen) for (const element of findAll<HTMLTimeElement>(MOMENTS)) showDate(element, zone)
  }
  show()
  new MutationObserver(show).observe(document.body, { childList: true, subtree: true })
  // This listener runs before that of relative-times.ts, which keeps a title that exists.
  const addTitle = ({ target }: Event) => {
    const element = closest<HTMLTimeElement>(MOMENTS, target)
    if (element) element.title = namedTime(momentOn(element), zone, pageLanguage())
  }
  if (isChosen) document.addEventListener('pointerover', addTitle, true)
}

function showDate(element: HTMLTimeElement, zone: string): void {
  const [moment, now] = [momentOn(element), new Date()]
  const inZone = (date: Date) => new Date(wallTime(date, zone))
  if (Math.abs(now.getTime() - moment.getTime()) < 7 * DAY && moment < now) return
  setText(element, relativeTimesIn(pageLanguage(), inZone(now))(inZone(moment)))
}

/** Some browsers parse only dates with a T. */
function momentOn(element: HTMLTimeElement): Date {
  return new Date(element.dateTime.replace(' ', 'T'))
}

/** An equal text is not set again: the observer would run forever. */
function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text
}
