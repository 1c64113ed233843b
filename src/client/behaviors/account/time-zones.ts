import { element } from '#client/elements.ts'
import { find } from '#client/hooks.ts'
import { pageLanguage } from '#client/text.ts'
import { zoneField } from '#features/pages/settings/hooks.ts'

/** The field of the time zone: offers the zones that match the typed text, by city or by name. */
export function timeZones(): void {
  const field = find<HTMLInputElement>(zoneField)
  if (!field) return
  field.placeholder += ` (${currentName(new Intl.DateTimeFormat().resolvedOptions().timeZone)})`
  // Naming 400 zones takes time, and few visits change the zone.
  field.addEventListener('focus', () => offerZones(field), { once: true })
}

function offerZones(field: HTMLInputElement): void {
  const zones = [...new Set(Intl.supportedValuesOf('timeZone').map(currentName))].sort()
  const list = element('datalist', { id: 'time-zones' })
  for (const zone of zones) list.append(element('option', { value: zone, label: nameOf(zone) }))
  field.after(list)
  field.setAttribute('list', list.id)
}

/** Browsers list zones by the names of Unicode's CLDR, which never change. The time zone database has renamed these. */
const RENAMED: Record<string, string> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

function currentName(zone: string): string {
  return RENAMED[zone] ?? zone
}

/** Without `zoneName` of the kernel: sharing it would cost every page of a member one more request. */
function nameOf(timeZone: string): string {
  const format = new Intl.DateTimeFormat(pageLanguage(), { timeZone, timeZoneName: 'longGeneric' })
  return format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}
