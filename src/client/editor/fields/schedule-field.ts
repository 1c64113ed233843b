import { part } from '#client/editor/parts.ts'
import { editorText } from '#client/editor/text.ts'
import { read } from '#client/hooks.ts'
import { pageLanguage } from '#client/text.ts'
import { scheduleBox, scheduleHint } from '#features/pages/studio/hooks.ts'

export type ScheduleField = ReturnType<typeof scheduleField>

const SITE_ZONE = 'Asia/Shanghai'
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** The publishing time of a draft, entered in the reader's time zone, with the site's time beside it. */
export function scheduleField(box: HTMLElement) {
  const { publishAt, days } = read(scheduleBox, box)
  const input = part(box, 'input', HTMLInputElement)
  const hint = part(box, scheduleHint.selector, HTMLElement)
  // Keeps the value typed before the script was loaded.
  if (input.value === '' && publishAt !== undefined) input.value = localTime(new Date(publishAt))
  input.min = localTime(new Date(Date.now() + MINUTE))
  input.max = localTime(new Date(Date.now() + days * DAY))

  const chosen = () => (input.value === '' ? null : new Date(input.value).toISOString())
  const isKept = () => (chosen() ?? '').slice(0, 16) === (publishAt ?? '').slice(0, 16)
  const tell = () => {
    const text = editorText()
    const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
    const time = chosen()
    const there = time !== null && zone !== SITE_ZONE ? text.siteTime(timeIn(SITE_ZONE, time)) : ''
    hint.textContent = `${text.yourZone(zone)} ${there}`.trim()
  }
  input.addEventListener('input', tell)
  tell()
  return {
    /** The value to send; undefined if it has not changed. */
    read: (): string | null | undefined => (isKept() ? undefined : chosen()),
    get isEmpty(): boolean {
      return input.value === ''
    },
    clear(): void {
      input.value = ''
      tell()
    },
  }
}

/** The value format of the field: no time zone, to the minute. */
function localTime(moment: Date): string {
  return new Date(moment.getTime() - moment.getTimezoneOffset() * MINUTE).toISOString().slice(0, 16)
}

export function timeIn(timeZone: string | undefined, moment: string): string {
  const format = new Intl.DateTimeFormat(pageLanguage(), { dateStyle: 'medium', timeStyle: 'short', timeZone })
  return format.format(new Date(moment))
}
