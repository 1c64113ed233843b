import { chooserOf } from '#client/first/choose-files.ts'
import { discard, isWaiting, record, recordedEvent } from '#client/first/recorder.ts'
import { postpone, replayer, stop } from '#client/first/replay.ts'
import { noticeLink } from '#features/core/notifications/hooks.ts'
import { exportLink } from '#features/pages/exports/hooks.ts'
import { writeForm } from '#features/pages/studio/hooks.ts'

/** Records the shortcuts that save, and Enter where it sends or leaves a field. */
function recordWritingKey(event: KeyboardEvent): void {
  const { key, target } = event
  if (!(target instanceof Element) || event.isComposing) return
  const withMod = event.ctrlKey || event.metaKey
  if (withMod && key.toLowerCase() === 's') recordShortcut(event, document.querySelector(writeForm.selector), true)
  else if (key === 'Enter' && target.matches(':read-write') && (withMod || target.closest(writeForm.selector)))
    recordShortcut(event, target, false)
}

function recordShortcut(event: KeyboardEvent, meant: Element | null, isOurs: boolean): void {
  if (!meant || !isWaiting(meant)) return
  if (isOurs) event.preventDefault()
  event.stopImmediatePropagation()
  record({ type: `key ${event.key}`, target: meant, again: replayer(event) })
}

/** Without this the browser would leave the page and open the file. */
function stopDrag(event: DragEvent): void {
  if (event.target instanceof Element && isWaiting(event.target) && event.dataTransfer?.types.includes('Files'))
    stop(event)
}

/** Dropped or pasted files are copied, because they are only available during the event. */
function recordFiles(event: DragEvent | ClipboardEvent): void {
  const { type, target } = event
  const files = ('dataTransfer' in event ? event.dataTransfer : event.clipboardData)?.files
  if (!(target instanceof Element) || !isWaiting(target) || !files?.length) return
  const { clientX, clientY } = event as DragEvent
  const data = copyOf(files)
  const facts = { bubbles: true, cancelable: true, clientX, clientY, dataTransfer: data, clipboardData: data }
  postpone(event, target, type, facts)
}

function copyOf(files: FileList): DataTransfer {
  const copy = new DataTransfer()
  for (const file of files) copy.items.add(file)
  return copy
}

/**
 * Links that also work without JavaScript, but do more with it. A download that starts while a page is loading stops its
 * scripts, so links to downloads wait for them.
 */
const LINKS = `a:is(${noticeLink.selector}, ${exportLink.selector})`

/**
 * Records events before their scripts are loaded. Links, forms with an action, menus and text fields work without
 * JavaScript and are left to the browser. Forms without an action, files and switches do nothing without JavaScript, as
 * buttons (reading.ts).
 */
export function recordEarly(): void {
  addEventListener('click', recordPress, true)
  addEventListener('auxclick', recordPress, true)
  addEventListener('submit', recordSubmit, true)
  addEventListener('change', recordChange, true)
  addEventListener('dragover', stopDrag, true)
  addEventListener('drop', recordFiles, true)
  addEventListener('paste', recordFiles, true)
  addEventListener('keydown', recordWritingKey, true)
}

function recordPress(event: MouseEvent): void {
  const control = event.target instanceof Element && event.target.closest(`input, ${LINKS}`)
  if (!control || !isWaiting(control)) return
  if (control instanceof HTMLInputElement) recordBox(event, control)
  else recordLink(event, control)
}

function recordLink(event: MouseEvent, link: Element): void {
  const opensElsewhere = event.button === 1 || event.ctrlKey || event.metaKey || event.shiftKey
  if (opensElsewhere) {
    const press = replayer(event)
    const again = () => {
      // The browser has already opened the link, so the replayed click must not open it again.
      addEventListener(event.type, (second) => second.preventDefault(), { capture: true, once: true })
      press()
    }
    record({ type: 'click', target: link, sign: link, again })
  } else postpone(event, link)
}

/** A checkbox shows its new state at once. A second press restores the old state, so nothing is left to replay. */
function recordBox(event: MouseEvent, box: HTMLInputElement): void {
  if (box.type !== 'checkbox' && box.type !== 'radio') return
  event.stopImmediatePropagation()
  const { checked } = box
  const before = recordedEvent(box, 'click')
  const press = replayer(event)
  const again = () => {
    // The replayed click toggles the box, so toggle it back first.
    box.checked = !checked
    press()
  }
  if (before && box.type === 'checkbox') discard(before)
  else record({ type: 'click', target: box, sign: box, again })
}

function recordSubmit(event: SubmitEvent): void {
  const { target: form, submitter } = event
  if (!(form instanceof HTMLFormElement) || !isWaiting(form)) return
  if (form.hasAttribute('action') || form.getAttribute('method') === 'dialog') return
  stop(event)
  const sign = submitter ?? form.querySelector('[type=submit]')
  record({ type: 'submit', target: form, sign, again: () => form.requestSubmit(submitter) })
}

function recordChange(event: Event): void {
  const input = event.target
  if (!(input instanceof HTMLInputElement) || !isWaiting(input)) return
  // The change of a checkbox is recorded with its click.
  if (input.type === 'checkbox' || input.type === 'radio') event.stopImmediatePropagation()
  if (input.type !== 'file') return
  event.stopImmediatePropagation()
  record({ type: 'change', target: input, sign: chooserOf(input), again: replayer(event) })
}
