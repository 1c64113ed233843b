import { closest, find, read, write } from '#client/hooks.ts'
import { cannedReason, dialogTitle, reasonOpener } from '#features/operations/admin/frame/hooks.ts'
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
}

function fill(pressed: EventTarget | null): void {
  const button = closest(reasonOpener, pressed)
  const dialog = button && document.getElementById(read(dialogOpener, button).dialog)
  const form = dialog?.querySelector('form')
  if (!button || !dialog || !form) return
  const { call, target, version = '' } = read(reasonOpener, button)
  form.reset()
  write(apiForm, form, { call })
  const title = find(dialogTitle, dialog)
  if (title) title.textContent = filled(read(dialogTitle, title).template, { target })
  const field = form.querySelector<HTMLInputElement>('[name="version"]')
  if (field) field.value = String(version)
}
