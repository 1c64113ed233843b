import { isWaiting } from '#client/first/recorder.ts'
import { postpone, stop } from '#client/first/replay.ts'
import { pressedByKey } from '#web/components/hooks.ts'

/** Elements in which keys are not shortcuts. */
export const NO_SHORTCUTS = ':read-write, select, dialog'

/** "/" works at once, so that the next key types into the search field. Other shortcuts wait for their scripts. */
export function recordKeys(): void {
  addEventListener('keydown', recordKey, true)
}

function recordKey(event: KeyboardEvent): void {
  const { key, target } = event
  if (!(target instanceof Element) || event.isComposing || target.closest(NO_SHORTCUTS)) return
  if (event.ctrlKey || event.metaKey || event.altKey || key.length > 1) return
  const control = document.querySelector(`[${pressedByKey.mark}="${CSS.escape(key.toLowerCase())}"]`)
  if (control && isWaiting(control)) postpone(event, control, `key ${key}`)
  if (key === '/') toSearch(event)
}

/** The field of the bar, also on small screens, where it is visible only while it has the focus. */
function toSearch(event: KeyboardEvent): void {
  const field = document.querySelector<HTMLInputElement>('search input')
  if (!field) return
  stop(event)
  field.focus()
  field.select()
}
