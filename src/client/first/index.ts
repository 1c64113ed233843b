import '#client/first/reading.ts'
import {
  discard,
  isWaiting,
  onEarly,
  postpone,
  record,
  recordedEvent,
  replayer,
  stop,
} from '#client/first/recorder.ts'
import { noticeLink } from '#features/core/notifications/hooks.ts'
import { exportLink } from '#features/pages/exports/hooks.ts'
import { writeForm } from '#features/pages/studio/hooks.ts'
import { fileChooser, menu } from '#web/components/hooks.ts'

// For pages with more than links and buttons: menus, forms, switches and files too. The browser
// handles links, forms with an action, menus and text fields.

/**
 * Links that do more with JavaScript. A download that starts while a page is loading would stop its
 * scripts.
 */
const LINKS = `a:is(${noticeLink.selector}, ${exportLink.selector})`
const BOXES = 'input:is([type=checkbox], [type=radio])'
const FILES = 'input[type=file]'

onEarly(['click', 'auxclick'], LINKS, (event, link) => {
  const opensElsewhere = event.button === 1 || event.ctrlKey || event.metaKey || event.shiftKey
  if (!opensElsewhere) return postpone(event, link)
  const press = replayer(event)
  const again = () => {
    // The browser has already opened the link, so the replayed click must not open it again.
    addEventListener(event.type, (second) => second.preventDefault(), { capture: true, once: true })
    press()
  }
  record({ type: 'click', target: link, sign: link, again })
})

/**
 * A checkbox shows its new state at once. A second press restores the old state, so nothing is left
 * to replay.
 */
onEarly(['click'], BOXES, (event, control) => {
  const box = control as HTMLInputElement
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
})
// The change of a box is recorded with its click.
onEarly(['change'], BOXES, (event) => event.stopImmediatePropagation())

onEarly(['submit'], 'form:not([action], [method=dialog])', (event, form) => {
  const { submitter } = event
  stop(event)
  const sign = submitter ?? form.querySelector('[type=submit]')
  record({
    type: 'submit',
    target: form,
    sign,
    again: () => (form as HTMLFormElement).requestSubmit(submitter),
  })
})

onEarly(['change'], FILES, (event, input) => {
  event.stopImmediatePropagation()
  record({
    type: 'change',
    target: input,
    sign: nearest(input, fileChooser.selector),
    again: replayer(event),
  })
})

/** Without this the browser would leave the page and open the file. */
onEarly(['dragover'], '*', (event) => event.dataTransfer?.types.includes('Files') && stop(event))

/** Dropped or pasted files are copied, because they are only available during the event. */
onEarly(['drop', 'paste'], '*', (event, target) => {
  const files = ('dataTransfer' in event ? event.dataTransfer : event.clipboardData)?.files
  if (!files?.length) return
  const { clientX, clientY } = event as DragEvent
  const data = new DataTransfer()
  for (const file of files) data.items.add(file)
  const facts = {
    bubbles: true,
    cancelable: true,
    clientX,
    clientY,
    dataTransfer: data,
    clipboardData: data,
  }
  postpone(event, target, event.type, facts)
})

/** Records the shortcuts that save, and Enter where it sends or leaves a field. */
addEventListener(
  'keydown',
  (event) => {
    const { key, target } = event
    if (!(target instanceof Element) || event.isComposing) return
    const withMod = event.ctrlKey || event.metaKey
    const saves = withMod && key.toLowerCase() === 's'
    const sends =
      key === 'Enter' &&
      target.matches(':read-write') &&
      (withMod || target.closest(writeForm.selector))
    const sentForm = sends ? target : null
    const meant = saves ? document.querySelector(writeForm.selector) : sentForm
    if (!meant || !isWaiting(meant)) return
    if (saves) event.preventDefault()
    event.stopImmediatePropagation()
    record({ type: `key ${key}`, target: meant, again: replayer(event) })
  },
  true,
)

/**
 * Browsers open the file dialog only directly after a press, so these buttons cannot wait for the
 * other scripts.
 */
document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element && target.closest(fileChooser.selector)
  if (button && button.ariaBusy !== 'true') nearest<HTMLInputElement>(button, FILES)?.click()
})
// Back and Forward may restore a chosen file that was not uploaded yet.
addEventListener('pageshow', () => {
  for (const input of document.querySelectorAll<HTMLInputElement>(FILES))
    if (input.files?.length) input.dispatchEvent(new Event('change', { bubbles: true }))
})

function nearest<E extends Element>(from: Element, selector: string): E | null {
  for (let around = from.parentElement; around; around = around.parentElement) {
    const found = around.querySelector<E>(selector)
    if (found) return found
  }
  return null
}

const OPEN = `${menu.selector}[open]`

/**
 * Menus open without JavaScript; this closes them by Escape, by a click elsewhere, and by leaving
 * with Tab.
 */
function closeMenus(except: Node | null): void {
  // A dialog that a menu opened returns to the menu.
  if (except instanceof Element && except.closest('dialog')) return
  for (const panel of document.querySelectorAll<HTMLDetailsElement>(OPEN))
    if (!except || !panel.contains(except)) panel.open = false
}
// A replayed click is not a click elsewhere: the menu may have been opened since.
document.addEventListener(
  'click',
  ({ target, isTrusted }) => isTrusted && closeMenus(target as Node),
)
document.addEventListener('focusin', ({ target }) => closeMenus(target as Node))
document.addEventListener('keydown', ({ key, target }) => {
  if (key !== 'Escape' || !(target instanceof Element)) return
  target.closest(OPEN)?.querySelector('summary')?.focus()
  closeMenus(null)
})
