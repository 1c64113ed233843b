import { part } from '#client/editor/parts.ts'
import { editorText } from '#client/editor/text.ts'
import { findAll, read, where } from '#client/hooks.ts'
import { pageLanguage } from '#client/text.ts'
import { viewerZone } from '#client/time-zone.ts'
import {
  scheduleBox,
  scheduleChoice,
  scheduleHint,
  scheduleLabel,
  writeButton,
} from '#features/pages/studio/hooks.ts'
import { momentOf, SITE_ZONE, wallTime, zoneName } from '#kernel/time-zone.ts'

export interface ScheduleField {
  /** The value to send; undefined if it has not changed. */
  read(): string | null | undefined
  /** The chosen time in UTC; null without one. */
  chosen(): string | null
  /** Whether the server has the chosen time as the schedule. */
  readonly isStored: boolean
  /** Whether the post is submitted now and published at the time once it is approved. */
  readonly isOnceApproved: boolean
  clear(): void
}

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/**
 * The time at which a draft is published. The author enters it in their own time zone; the time in
 * the zone of the site is shown beside it.
 */
export function scheduleField(box: HTMLElement): ScheduleField {
  const { publishAt, plannedAt, days, mode } = read(scheduleBox, box)
  const input = part(box, '[name="publish_at"]', HTMLInputElement)
  const hint = part(box, scheduleHint.selector, HTMLElement)
  const zone = viewerZone()
  const stored =
    publishAt ??
    (plannedAt !== undefined && Date.parse(plannedAt) > Date.now() ? plannedAt : undefined)
  const before = stored === undefined ? '' : wallTime(new Date(stored), zone)
  // A value that was typed before the script was loaded stays.
  if (input.value === '') input.value = before
  input.min = wallTime(new Date(Date.now() + MINUTE), zone)
  input.max = wallTime(new Date(Date.now() + days * DAY), zone)

  const chosen = () => (input.value === '' ? null : momentOf(input.value, zone).toISOString())
  const tell = () => {
    const text = editorText()
    const time = chosen()
    const there = time !== null && zone !== SITE_ZONE ? text.siteTime(timeIn(SITE_ZONE, time)) : ''
    const name = zoneName(zone, new Date(time ?? Date.now()), pageLanguage())
    hint.textContent = `${text.yourZone(name)} ${there}`.trim()
  }
  input.addEventListener('input', tell)
  tell()
  const choices = [...findAll<HTMLInputElement>(scheduleChoice, box)]
  const choice = () => choices.find(({ checked }) => checked)
  const tellChoice = () => {
    const pressed = choice()
    if (!pressed) return
    const { label, button } = read(scheduleChoice, pressed)
    part(box, scheduleLabel.selector, HTMLElement).textContent = label
    part(box, where(writeButton, { action: 'schedule' }).selector, HTMLElement).textContent = button
  }
  for (const each of choices) each.addEventListener('change', tellChoice)
  // The browser may restore a choice on reload.
  tellChoice()
  return {
    read: (): string | null | undefined => (input.value === before ? undefined : chosen()),
    chosen,
    get isStored(): boolean {
      return publishAt !== undefined && input.value === before
    },
    get isOnceApproved(): boolean {
      const pressed = choice()
      return (pressed ? read(scheduleChoice, pressed).mode : mode) === 'once-approved'
    },
    clear(): void {
      input.value = ''
      tell()
    },
  }
}

export function timeIn(timeZone: string, moment: string): string {
  const format = new Intl.DateTimeFormat(pageLanguage(), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone,
  })
  return format.format(new Date(moment))
}
