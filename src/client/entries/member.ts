import { SAVED } from '#client/app/user-data.ts'
import { attach, recordUntilLoaded } from '#client/attach.ts'
import { celebrate } from '#client/behaviors/celebrate.ts'
import { comments } from '#client/behaviors/comments/index.ts'
import {
  energizeMenu,
  favoriteMenu,
  live,
  report,
  zonedTimes,
} from '#client/behaviors/on-demand.ts'
import { optimisticButtons } from '#client/behaviors/optimistic-buttons.ts'
// Lazy code and other entries use these files; importing them here avoids separate chunks.
import '#client/app/unread.ts'
import '#client/time-zone.ts'
import { toast } from '#client/behaviors/toast.ts'
import { find, has, read } from '#client/hooks.ts'
import { api } from '#client/http.ts'
import { clientText } from '#client/text.ts'
import { appOwner, installButton, offlineButton } from '#features/core/shell/hooks.ts'
import { toggle } from '#web/components/hooks.ts'

/** Switches that save at once: web/components/form.tsx documents their attributes. */
function toggles(): void {
  document.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && has(toggle, target)) void save(target)
  })
  // A second press during saving could overtake the first, so it is ignored.
  document.addEventListener('click', (event) => {
    const { target } = event
    if (target instanceof HTMLInputElement && target.ariaBusy === 'true') event.preventDefault()
  })
}

async function save(input: HTMLInputElement): Promise<void> {
  const { call, body, toastOn, toastOff } = read(toggle, input)
  const on = input.checked
  input.ariaBusy = 'true'
  try {
    await api.put(call.replace('PUT ', ''), { ...body, [input.name]: on })
    toast(on ? toastOn : toastOff)
  } catch (error) {
    input.checked = !on
    toast(error instanceof Error ? error.message : clientText().unreadable, 'danger')
  } finally {
    input.ariaBusy = null
  }
}

interface InstallEvent extends Event {
  prompt(): Promise<unknown>
}

/** Shows "Install app" in the account menu once the browser offers it. */
function install(): void {
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

/**
 * The button that saves a post for offline reading. Browsers have caches and service workers only
 * on HTTPS pages.
 */
function savedPost(): void {
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

// Runs on every page of a signed-in user.
attach(
  celebrate,
  comments,
  energizeMenu,
  favoriteMenu,
  install,
  live,
  optimisticButtons,
  report,
  savedPost,
  toggles,
  zonedTimes,
)
