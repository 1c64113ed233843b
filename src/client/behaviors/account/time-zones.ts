import { find } from '#client/hooks.ts'
import { zoneSelect } from '#features/pages/settings/hooks.ts'

/** Fills the select of time zones. The server writes the first option, which follows the browser, and the chosen zone. */
export function timeZones(): void {
  const select = find<HTMLSelectElement>(zoneSelect)
  const [asBrowser, ...chosen] = select?.options ?? []
  if (!select || !asBrowser) return
  asBrowser.text += ` (${new Intl.DateTimeFormat().resolvedOptions().timeZone})`
  const known = new Set(chosen.map(({ value }) => value))
  const others = Intl.supportedValuesOf('timeZone').filter((zone) => !known.has(zone))
  select.append(...others.map((zone) => new Option(zone, zone)))
}
