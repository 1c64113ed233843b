import { part } from '#client/editor/parts.ts'
import { editorText } from '#client/editor/text.ts'
import { read } from '#client/hooks.ts'
import { pageLanguage } from '#client/text.ts'
import { viewerZone } from '#client/time-zone.ts'
import { scheduleBox, scheduleHint } from '#features/pages/studio/hooks.ts'
import { momentOf, SITE_ZONE, wallTime } from '#kernel/time-zone.ts'

export type ScheduleField = ReturnType<typeof scheduleField>

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** The publishing time of a draft, entered in the author's time zone, with the site's time beside it. */
export function scheduleField(box: HTMLElement) {
  const { publishAt, days } = read(scheduleBox, box)
  const input = part(box, 'input', HTMLInputElement)
  const hint = part(box, scheduleHint.selector, HTMLElement)
  const zone = viewerZone()
  const before = publishAt === undefined ? '' : wallTime(new Date(publishAt), zone)
  // Keeps the value typed before the script was loaded.
  if (input.value === '') input.value = before
  input.min = wallTime(new Date(Date.now() + MINUTE), zone)
  input.max = wallTime(new Date(Date.now() + days * DAY), zone)

  const chosen = () => (input.value === '' ? null : momentOf(input.value, zone).toISOString())
  const tell = () => {
    const text = editorText()
    const time = chosen()
    const there = time !== null && zone !== SITE_ZONE ? text.siteTime(timeIn(SITE_ZONE, time)) : ''
    hint.textContent = `${text.yourZone(zone)} ${there}`.trim()
  }
  input.addEventListener('input', tell)
  tell()
  return {
    /** The value to send; undefined if it has not changed. */
    read: (): string | null | undefined => (input.value === before ? undefined : chosen()),
    get isEmpty(): boolean {
      return input.value === ''
    },
    clear(): void {
      input.value = ''
      tell()
    },
  }
}

export function timeIn(timeZone: string, moment: string): string {
  const format = new Intl.DateTimeFormat(pageLanguage(), { dateStyle: 'medium', timeStyle: 'short', timeZone })
  return format.format(new Date(moment))
}
