import { chooserOf } from '#client/first/choose-files.ts'
import { forget, isWaiting, keep, keptOf } from '#client/first/keep.ts'
import { noteKey } from '#client/first/note-key.ts'
import { repeater, take } from '#client/first/repeat.ts'
import { noticeLink } from '#features/notifications/hooks.ts'
import { fileChooser } from '#web/components/hooks.ts'

/** Links that lead where they say without a script, but do something more with one. */
const LINKS = `a${noticeLink.selector}`

/**
 * Notes what is done before its behaviour is there. What a browser does well by itself is left to it: links, forms with an
 * address, menus, text. Buttons, forms without an address, files and switches have nobody but a script.
 */
export function noteEarly(): void {
  addEventListener('click', notePress, true)
  addEventListener('auxclick', notePress, true)
  addEventListener('submit', noteSubmit, true)
  addEventListener('change', noteChange, true)
  addEventListener('dragover', noteDrag, true)
  addEventListener('drop', noteFiles, true)
  addEventListener('paste', noteFiles, true)
  addEventListener('keydown', noteKey, true)
}

function notePress(event: MouseEvent): void {
  const control = event.target instanceof Element && event.target.closest(`button, input, ${LINKS}`)
  if (!control || !isWaiting(control)) return
  if (control instanceof HTMLInputElement) noteBox(event, control)
  // A submit is noted by itself, and the file dialog opens at once.
  else if (!(control instanceof HTMLButtonElement)) noteControl(event, control, opensElsewhere(event))
  else if (control.type === 'button' && !control.matches(fileChooser.selector)) noteControl(event, control, false)
}

function noteControl(event: MouseEvent, control: Element, isDone: boolean): void {
  if (!isDone) take(event)
  keep({ type: 'click', target: control, sign: control, again: repeater(event, { isDone }) })
}

function opensElsewhere({ button, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean {
  return button === 1 || ctrlKey || metaKey || shiftKey
}

/** A box shows its new state at once. Pressed twice it is as it was, and nothing is left to do. */
function noteBox(event: MouseEvent, box: HTMLInputElement): void {
  if (box.type !== 'checkbox' && box.type !== 'radio') return
  event.stopImmediatePropagation()
  const { checked } = box
  const before = keptOf(box, 'click')
  const press = repeater(event)
  const again = () => {
    // A press turns it, so it is turned back before.
    box.checked = !checked
    press()
  }
  if (before && box.type === 'checkbox') forget(before)
  else keep({ type: 'click', target: box, sign: box, again })
}

function noteSubmit(event: SubmitEvent): void {
  const { target: form, submitter } = event
  if (!(form instanceof HTMLFormElement) || !isWaiting(form)) return
  if (form.hasAttribute('action') || form.getAttribute('method') === 'dialog') return
  take(event)
  const sign = submitter ?? form.querySelector('[type=submit]')
  keep({ type: 'submit', target: form, sign, again: () => form.requestSubmit(submitter) })
}

function noteChange(event: Event): void {
  const input = event.target
  if (!(input instanceof HTMLInputElement) || !isWaiting(input)) return
  // The change of a checkbox is noted with its press.
  if (input.type === 'checkbox' || input.type === 'radio') event.stopImmediatePropagation()
  if (input.type !== 'file') return
  event.stopImmediatePropagation()
  keep({ type: 'change', target: input, sign: chooserOf(input), again: repeater(event) })
}

/** Without this the browser would leave the page and open the file. */
function noteDrag(event: DragEvent): void {
  if (event.target instanceof Element && isWaiting(event.target) && event.dataTransfer?.types.includes('Files'))
    take(event)
}

/** Files that are dropped or pasted. */
function noteFiles(event: DragEvent | ClipboardEvent): void {
  const { type, target } = event
  const files = ('dataTransfer' in event ? event.dataTransfer : event.clipboardData)?.files
  if (!(target instanceof Element) || !isWaiting(target) || !files?.length) return
  take(event)
  keep({ type, target, sign: target, again: repeater(event, { files }) })
}
