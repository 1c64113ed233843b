import { isWaiting, keep } from '#client/first/keep.ts'
import { repeater, take } from '#client/first/repeat.ts'
import { writeForm } from '#features/studio/hooks.ts'
import { pressedByKey } from '#web/components/hooks.ts'

const FIELDS = 'input:not([type=checkbox]), textarea, select'

/** Notes only keys that do something: typed text is already in its field. */
export function noteKey(event: KeyboardEvent): void {
  const { key, target } = event
  if (!(target instanceof Element) || event.isComposing) return
  const name = key.toLowerCase()
  const withMod = event.ctrlKey || event.metaKey
  const isTyping = target.matches(FIELDS)
  if (withMod && name === 's') note(event, document.querySelector(writeForm.selector), true)
  else if (key === 'Enter' && isTyping && (withMod || target.closest(writeForm.selector))) note(event, target, false)
  else if (!withMod && !event.altKey && !isTyping && key.length === 1)
    note(event, document.querySelector(`[${pressedByKey.mark}="${CSS.escape(name)}"]`), true)
}

function note(event: KeyboardEvent, meant: Element | null, isOurs: boolean): void {
  if (!meant || !isWaiting(meant)) return
  if (isOurs) take(event)
  else event.stopImmediatePropagation()
  const sign = isOurs && !(meant instanceof HTMLFormElement) ? meant : null
  keep({ type: `key ${event.key}`, target: meant, sign, again: repeater(event) })
}
