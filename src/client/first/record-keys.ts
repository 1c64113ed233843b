import { isWaiting } from '#client/first/recorder.ts'
import { postpone } from '#client/first/replay.ts'
import { pressedByKey } from '#web/components/hooks.ts'

/** Elements in which keys type text. */
export const FIELDS = 'input:not([type=checkbox]), textarea, select'

/** Records only shortcut keys: typed text is already in its field. */
export function recordKeys(): void {
  addEventListener('keydown', recordKey, true)
}

function recordKey(event: KeyboardEvent): void {
  const { key, target } = event
  if (!(target instanceof Element) || event.isComposing || target.matches(FIELDS)) return
  if (event.ctrlKey || event.metaKey || event.altKey || key.length > 1) return
  const control = document.querySelector(`[${pressedByKey.mark}="${CSS.escape(key.toLowerCase())}"]`)
  if (control && isWaiting(control)) postpone(event, control, `key ${key}`)
}
