import { dayOf } from '#kernel/clock.ts'
import type { Language } from '#kernel/i18n.ts'
import { lazy } from '#kernel/lazy.ts'
import { SITE_ZONE } from '#kernel/time-zone.ts'
import { itemTexts } from '#web/components/text.ts'

interface TimeProps {
  value: string
  language: Language
  /**
   * The server writes Shanghai time, because cached pages are the same for all time zones. In the
   * browser, `moment` becomes "3 minutes ago" in the time zone of the reader. `day` also becomes a
   * relative time; until then it is shown as a date of about the same length. `date` does not
   * change in the browser.
   */
  show?: 'moment' | 'day' | 'date'
}

export function Time({ value, language, show = 'moment' }: TimeProps) {
  const moment = new Date(value)
  if (show === 'date') return <time datetime={dayOf(moment)}>{longDate(value, language)}</time>
  return <time datetime={toTheSecond(moment)}>{FORMATS[language][show](moment)}</time>
}

interface LabelledTimeProps extends Omit<TimeProps, 'value'> {
  label: string
  value: string | null
  /** The text that is shown if there is no value. */
  none?: string
}

/** A time with a label: "Last used 3 minutes ago". */
export function LabelledTime({ label, value, none = '', ...rest }: LabelledTimeProps) {
  return (
    <span>
      {value === null ? none : `${label} `}
      {value !== null && <Time value={value} {...rest} />}
    </span>
  )
}

interface ItemTimeProps extends Omit<LabelledTimeProps, 'label'> {
  fact: 'created' | 'expires' | 'used'
}

/** A time of an `ItemRow`. A missing time of the last use means that the item was never used. */
export function ItemTime({ fact, none, ...rest }: ItemTimeProps) {
  const text = itemTexts[rest.language]
  return <LabelledTime label={text[fact]} none={none ?? text.unused} {...rest} />
}

/** To the second, which is the finest precision that pages show. */
function toTheSecond(moment: Date): string {
  return `${moment.toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length)}Z`
}

export function longDate(value: string, language: Language): string {
  return FORMATS[language].date(new Date(value))
}

// A formatter is created once, and not before it is used, because creating it takes milliseconds.
const FORMATS = { 'zh-CN': formatsOf('zh-CN'), en: formatsOf('en') } satisfies Record<
  Language,
  unknown
>

function formatsOf(language: Language) {
  const formatter = (options: Intl.DateTimeFormatOptions) =>
    lazy(() => new Intl.DateTimeFormat(language, { ...options, timeZone: SITE_ZONE }))
  const moment = formatter({ dateStyle: 'medium', timeStyle: 'short' })
  return {
    date: cachedByDay(formatter({ dateStyle: 'long' })),
    day: cachedByDay(formatter({ dateStyle: 'medium' })),
    moment: (value: Date) => moment().format(value),
  }
}

const CACHED_DAYS_MAX = 2_000

/** Caches the text of each day, because the same few days occur often on a page. */
function cachedByDay(formatter: () => Intl.DateTimeFormat): (moment: Date) => string {
  const known = new Map<string, string>()
  return (moment) => {
    const day = dayOf(moment)
    const before = known.get(day)
    if (before !== undefined) return before
    if (known.size >= CACHED_DAYS_MAX) known.clear()
    const made = formatter().format(moment)
    known.set(day, made)
    return made
  }
}
