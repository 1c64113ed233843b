/**
 * Time zones. The days of the site (check-ins, limits per day, the ledger, statistics) are Shanghai
 * days and cannot be split again; pages name the zone where they show them. All other times are in
 * the zone of the reader: `users.time_zone` if the user chose one in Settings, else the zone of the
 * browser. Pages are cached for all readers, so the server writes `<time>` in Shanghai time and the
 * browser rewrites it (client/behaviors/relative-times.ts, and client/zoned-times.ts for exact
 * times and chosen zones). Mails use the chosen zone, else `users.browser_time_zone`, which a
 * signed-in page reports after it has changed, else Shanghai time.
 */

import { DAY } from '#kernel/clock.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'

/** The time zone of the site's days: check-ins, limits per day, the ledger and statistics. */
export const SITE_ZONE = 'Asia/Shanghai'

export const TIME_ZONE_MAX = 64

/**
 * Whether the runtime knows this IANA name. `Intl` also accepts offsets such as `+08:00`, which
 * have no daylight saving time.
 */
export function isTimeZone(name: string): boolean {
  if (name.length > TIME_ZONE_MAX || '+-'.includes(name.charAt(0))) return false
  try {
    formatIn(name)
    return true
  } catch {
    return false
  }
}

/** The date and time on a clock in this zone: `2026-11-17T08:00`. */
export function wallTime(moment: Date, zone: string): string {
  return formatIn(zone).format(moment).replace(' ', 'T')
}

/**
 * The moment at which clocks in this zone show `wall`. If they show it twice, the first of the two.
 * If they skip it, the moment that is as long after the jump as `wall` is after the time of the
 * jump.
 */
export function momentOf(wall: string, zone: string): Date {
  const utc = Date.parse(`${wall}Z`)
  // The offset changes at most once within these two days.
  const [earlier, later] = [-DAY, DAY].map((step) => {
    const near = new Date(utc + step)
    return new Date(utc + step + utc - Date.parse(`${wallTime(near, zone)}Z`))
  }) as [Date, Date]
  return wallTime(earlier, zone) !== wall && wallTime(later, zone) === wall ? later : earlier
}

/** A time to the minute, with the name of its zone: "Nov 17, 2026, 3:00 PM (Shanghai time)". */
export function namedTime(moment: Date, zone: string, language: Language): string {
  return texts[language].named(
    formatIn(zone, language, 'medium').format(moment),
    zoneName(zone, moment, language),
  )
}

/**
 * The name of a zone all year round: "Central European Time" includes daylight saving time. Zones
 * may be renamed, so the name depends on the moment.
 */
export function zoneName(zone: string, moment: Date, language: Language): string {
  if (zone === SITE_ZONE) return texts[language].site
  const format = new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName: 'longGeneric' })
  return format.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value ?? zone
}

const texts = bilingual({
  site: ['北京时间', 'Shanghai time'],
  named: [
    (time: string, zone: string) => `${time}（${zone}）`,
    (time: string, zone: string) => `${time} (${zone})`,
  ],
})

const FORMATS_MAX = 100
const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * Formatters are cached, because creating one is far more expensive than using it. The default
 * locale is Swedish, because its short format has the order of ISO 8601.
 */
function formatIn(
  zone: string,
  locale = 'sv-SE',
  dateStyle: 'short' | 'medium' = 'short',
): Intl.DateTimeFormat {
  const key = `${locale} ${zone}`
  const known = formats.get(key)
  if (known) return known
  if (formats.size >= FORMATS_MAX) formats.clear()
  const made = new Intl.DateTimeFormat(locale, { dateStyle, timeStyle: 'short', timeZone: zone })
  formats.set(key, made)
  return made
}
