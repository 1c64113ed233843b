import { read } from '#client/hooks.ts'
import { csrfCookie } from '#client/http.ts'
import { browserZone } from '#client/time-zone.ts'
import { reportedZone } from '#features/core/shell/hooks.ts'

/**
 * Reports the browser's time zone, for mails, after it has changed. Does not use `api`, because a page must not lead to the login
 * because of a report.
 */
export function reportTimeZone(): void {
  const { zone: reported } = read(reportedZone, document.body)
  const zone = browserZone()
  if (reported === undefined || reported === zone || isSent(zone)) return
  void fetch('/api/settings/time-zone', {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', 'X-CSRF-Token': csrfCookie() ?? '' },
    body: JSON.stringify({ browser_time_zone: zone }),
  }).catch(() => {})
}

/** Once per tab and zone, because the server may not know the zone. */
function isSent(zone: string): boolean {
  try {
    const before = sessionStorage.getItem('joule-zone')
    sessionStorage.setItem('joule-zone', zone)
    return before === zone
  } catch {
    return true
  }
}
