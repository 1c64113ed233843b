import { isWaiting } from '#client/first/keep.ts'
import { postpone } from '#client/first/repeat.ts'
import { pressedByKey } from '#web/components/hooks.ts'

/** Elements in which keys type text. */
export const FIELDS = 'input:not([type=checkbox]), textarea, select'

/** Records only shortcut keys: typed text is already in its field. */
export function noteKeys(): void {
  addEventListener('keydown', noteKey, true)
}

function noteKey(event: KeyboardEvent): void {
  const { key, target } = event
  if (!(target instanceof Element) || event.isComposing || target.matches(FIELDS)) return
  if (event.ctrlKey || event.metaKey || event.altKey || key.length > 1) return
  const control = document.querySelector(`[${pressedByKey.mark}="${CSS.escape(key.toLowerCase())}"]`)
  if (control && isWaiting(control)) postpone(event, control, `key ${key}`)
}
