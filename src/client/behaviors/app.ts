import { find } from '#client/hooks.ts'
import { installButton } from '#features/core/shell/hooks.ts'

/** The code for installed sites on iOS is loaded only there. */
export function standalone(): void {
  if ('standalone' in navigator && navigator.standalone)
    void import('#client/app/standalone.ts').then((module) => module.standalone())
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
