import { recordUntilLoaded } from '#client/attach.ts'
import { find, read } from '#client/hooks.ts'
import { inBrowser } from '#client/storage.ts'
import { appOwner, installButton, offlineButton } from '#features/core/shell/hooks.ts'

/** Whose posts this browser has saved, or whose push messages it gets. */
export const OWNER = 'joule-app-owner'
/** Caches of saved posts. The name ends with the path of the post. */
export const SAVED = 'joule-saved-'

/** Short visits do not install the service worker, and a first page loads without it. */
const DWELL = 3000

/** The service worker (client/app/service-worker.ts), and the code for installed sites on iOS. */
export function app(): void {
  const { owner } = read(appOwner, document.body)
  const before = inBrowser.read(OWNER)
  // Error pages do not say whose they are.
  if (owner !== undefined && before && before !== owner)
    void import('#client/app/forget.ts').then(({ forget }) => forget())
  if (owner !== undefined) setTimeout(() => void navigator.serviceWorker?.register('/sw.js').catch(() => {}), DWELL)
  if ('standalone' in navigator && navigator.standalone)
    void import('#client/app/standalone.ts').then(({ standalone }) => standalone())
}

interface InstallEvent extends Event {
  prompt(): Promise<unknown>
}

/** Shows "Install app" in the account menu once the browser offers it. */
export function install(): void {
  const button = find(installButton)
  if (!button) return
  let offer: InstallEvent | null = null
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    offer = event as InstallEvent
    button.hidden = false
  })
  button.addEventListener('click', () => {
    button.hidden = true
    void offer?.prompt()
  })
}

/** The button that saves a post for offline reading. Browsers have caches and service workers only on HTTPS pages. */
export function savedPost(): void {
  const button = find(offlineButton)
  const isPossible = 'caches' in window && 'serviceWorker' in navigator
  if (!button || !isPossible || !read(appOwner, document.body).owner) return
  button.hidden = false
  void caches.has(SAVED + location.pathname).then((isSaved) => {
    button.ariaPressed = String(isSaved)
  })
  button.addEventListener('click', () =>
    recordUntilLoaded(
      button,
      import('#client/app/saved-posts.ts').then(({ toggleSaved }) => toggleSaved(button)),
    ),
  )
}
