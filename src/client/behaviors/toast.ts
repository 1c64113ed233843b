import { find } from '#client/hooks.ts'
import { toastRegion } from '#web/components/hooks.ts'

const KEY = 'joule-toast'
const SHOWN_FOR = 5000

/** Says something in passing, to eyes and to screen readers. */
export function toast(message: string, tone: 'good' | 'danger' = 'good'): HTMLElement {
  const region = find(toastRegion)
  const element = document.createElement('div')
  element.className = `toast ${tone}`
  element.textContent = message
  region?.append(element)
  // Without it they stand where they always do.
  if (region)
    import('#client/behaviors/toast-room.ts').then(
      ({ makeRoom }) => makeRoom(region),
      () => {},
    )
  setTimeout(() => element.classList.add('leaving'), SHOWN_FOR)
  setTimeout(() => element.remove(), SHOWN_FOR + 250)
  return element
}

/** For the page that comes next. */
export function toastAfterwards(message: string): void {
  try {
    sessionStorage.setItem(KEY, message)
  } catch {}
}

export function showWaitingToast(): void {
  try {
    const message = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    // A live region is only read out once it has been there for a moment.
    if (message) setTimeout(toast, 150, message)
  } catch {}
}
