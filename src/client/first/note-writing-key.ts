import { isWaiting, keep } from '#client/first/keep.ts'
import { FIELDS } from '#client/first/note-key.ts'
import { repeater } from '#client/first/repeat.ts'
import { writeForm } from '#features/pages/studio/hooks.ts'

/** Notes the keys that save, and those that send or go on from a field. */
export function noteWritingKey(event: KeyboardEvent): void {
  const { key, target } = event
  if (!(target instanceof Element) || event.isComposing) return
  const withMod = event.ctrlKey || event.metaKey
  if (withMod && key.toLowerCase() === 's') note(event, document.querySelector(writeForm.selector), true)
  else if (key === 'Enter' && target.matches(FIELDS) && (withMod || target.closest(writeForm.selector)))
    note(event, target, false)
}

function note(event: KeyboardEvent, meant: Element | null, isOurs: boolean): void {
  if (!meant || !isWaiting(meant)) return
  if (isOurs) event.preventDefault()
  event.stopImmediatePropagation()
  keep({ type: `key ${event.key}`, target: meant, again: repeater(event) })
}
