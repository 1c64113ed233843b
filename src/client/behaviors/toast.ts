import { ApiError } from '#client/api-error.ts'
import { element } from '#client/elements.ts'
import { find } from '#client/hooks.ts'
import { inTab } from '#client/storage.ts'
import { clientText } from '#client/text.ts'
import { toastRegion } from '#web/components/hooks.ts'

const KEY = 'joule-toast'
const SHOWN_FOR = 5000
/**
 * Milliseconds before a toast gets its text. Screen readers announce a live region only if it
 * existed for a moment before its text changes.
 */
export const TOAST_DELAY = 150
/** The id of the toast that the page before has left. */
export const WAITING_TOAST = 'waiting-toast'

/** Shows a short message, which screen readers announce too. */
export function toast(message: string, tone: 'good' | 'danger' = 'good'): HTMLElement {
  const region = find(toastRegion)
  const shown = element('div', { className: `toast ${tone}` }, message)
  region?.append(shown)
  // Without this code, the toasts stay at their default position.
  if (region)
    import('#client/behaviors/position-toasts.ts').then(
      ({ positionToasts }) => positionToasts(region),
      () => {},
    )
  setTimeout(() => shown.classList.add('leaving'), SHOWN_FOR)
  setTimeout(() => shown.remove(), SHOWN_FOR + 250)
  return shown
}

/** Shows the toast on the next page. */
export function toastAfterwards(message: string): void {
  inTab.write(KEY, message)
}

export function showWaitingToast(): void {
  const message = inTab.read(KEY)
  inTab.remove(KEY)
  if (message)
    setTimeout(() => {
      toast(message).id = WAITING_TOAST
    }, TOAST_DELAY)
}

/** The message of an API error. Any other error is a bug and is thrown again. */
export function problemIn(error: unknown): string {
  if (!(error instanceof ApiError)) throw error
  const wait =
    error.retryAfterSeconds === null ? '' : ` ${clientText().retryIn(error.retryAfterSeconds)}`
  return [error.message + wait, ...Object.values(error.fields)].join(' ')
}

export function toastProblem(error: unknown): void {
  toast(problemIn(error), 'danger')
}
