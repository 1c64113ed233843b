import { closest, find, read, write } from '#client/hooks.ts'
import { cannedReason, dialogTitle, insteadButton, reasonOpener } from '#features/operations/admin/frame/hooks.ts'
import { filled } from '#kernel/i18n.ts'
import { apiForm, dialogOpener } from '#web/components/hooks.ts'
/**
 * Fills a dialog that many buttons share with the data of the pressed button:
 * features/operations/admin/frame/views-dialogs.tsx.
 */
export function reasonDialogs(): void {
  // Before the dialog opens (client/behaviors/forms/dialogs.ts).
  document.addEventListener('click', ({ target }) => fill(target), { capture: true })
  document.addEventListener('click', ({ target }) => {
    const canned = closest(cannedReason, target)
    const field = canned?.closest('form')?.querySelector('textarea')
    if (!canned || !field) return
    field.value = read(cannedReason, canned).reason
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.focus()
  })
  // Before the form is sent (client/behaviors/forms/api-form.ts).
  document.addEventListener('click', ({ target }) => chooseMove(target), { capture: true })
}

/** The submit button decides about the move: the last part of the path of the endpoint. */
function chooseMove(pressed: EventTarget | null): void {
  const button = pressed instanceof Element ? pressed.closest<HTMLElement>('[type="submit"]') : null
  const form = button?.closest('form')
  const other = form && find(insteadButton, form)
  if (!button || !form || !other) return
  const opener = openers.get(form)
  if (!opener) return
  const { move, toast } = read(insteadButton, other)
  const [call, plainToast] = opener
  if (button === other) write(apiForm, form, { call: call.slice(0, call.lastIndexOf('/') + 1) + move, toast })
  else write(apiForm, form, { call, toast: plainToast })
}

/** The endpoint and the toast of the pressed opener. */
const openers = new WeakMap<HTMLFormElement, [call: string, toast: string | undefined]>()

function fill(pressed: EventTarget | null): void {
  const button = closest(reasonOpener, pressed)
  const dialog = button && document.getElementById(read(dialogOpener, button).dialog)
  const form = dialog?.querySelector('form')
  if (!button || !dialog || !form) return
  const { call, target, version = '' } = read(reasonOpener, button)
  form.reset()
  const known = openers.get(form)
  openers.set(form, [call, known ? known[1] : read(apiForm, form).toast])
  write(apiForm, form, { call, toast: openers.get(form)?.[1] })
  const title = find(dialogTitle, dialog)
  if (title) title.textContent = filled(read(dialogTitle, title).template, { target })
  const field = form.querySelector<HTMLInputElement>('[name="version"]')
  if (field) field.value = String(version)
}
