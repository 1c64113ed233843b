import { OWNER } from '#client/app/user-data.ts'
import { read } from '#client/hooks.ts'
import { inBrowser } from '#client/storage.ts'
import { appOwner } from '#features/core/shell/hooks.ts'

/**
 * Milliseconds after which the service worker is installed. Short visits do not install it, and a
 * first page is loaded without it.
 */
const DWELL = 3000

/** The service worker (client/app/service-worker.ts), and the code for installed sites on iOS. */
export function app(): void {
  const { owner } = read(appOwner, document.body)
  const before = inBrowser.read(OWNER)
  // Error pages do not name their owner.
  if (owner !== undefined && before && before !== owner)
    void import('#client/app/forget.ts').then(({ forget }) => forget(before))
  if (owner !== undefined)
    setTimeout(() => void navigator.serviceWorker?.register('/sw.js').catch(() => {}), DWELL)
  if ('standalone' in navigator && navigator.standalone)
    void import('#client/app/standalone.ts').then(({ standalone }) => standalone())
}
