import { find } from '#client/hooks.ts'
import { toastRegion } from '#web/components/hooks.ts'

const KEY = 'joule-toast'
const SHOWN_FOR = 5000
/** A live region is announced only if it existed for a moment before its text changes. */
export const TOAST_DELAY = 150
/** The id of the toast that the page before left. */
export const WAITING_TOAST = 'waiting-toast'

/** Shows a short message, also announced by screen readers. */
export function toast(message: string, tone: 'good' | 'danger' = 'good'): HTMLElement {
  const region = find(toastRegion)
  const element = document.createElement('div')
  element.className = `toast ${tone}`
  element.textContent = message
  region?.append(element)
  // Without this, the toasts stay at their default position.
  if (region)
    import('#client/behaviors/position-toasts.ts').then(
      ({ positionToasts }) => positionToasts(region),
      () => {},
    )
  setTimeout(() => element.classList.add('leaving'), SHOWN_FOR)
  setTimeout(() => element.remove(), SHOWN_FOR + 250)
  return element
}

/** Shows the toast on the next page. */
export function toastAfterwards(message: string): void {
  try {
    sessionStorage.setItem(KEY, message)
  } catch {}
}

export function showWaitingToast(): void {
  try {
    const message = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    if (message)
      setTimeout(() => {
        toast(message).id = WAITING_TOAST
      }, TOAST_DELAY)
  } catch {}
}
