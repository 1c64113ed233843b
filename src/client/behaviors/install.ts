import { recordUntilLoaded } from '#client/attach.ts'
import { SAVED } from '#client/behaviors/app.ts'
import { find, read } from '#client/hooks.ts'
import { appOwner, installButton, offlineButton } from '#features/core/shell/hooks.ts'

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
