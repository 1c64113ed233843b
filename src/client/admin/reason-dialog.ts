/** A dialog that many buttons share learns from the one that was pressed what it is about: features/admin/frame/views-dialogs.tsx. */
export function reasonDialogs(): void {
  // Before the dialog opens (behaviors/dialogs.ts).
  document.addEventListener('click', ({ target }) => fill(target), { capture: true })
  document.addEventListener('click', ({ target }) => {
    const canned = target instanceof Element ? target.closest<HTMLElement>('[data-canned]') : null
    const field = canned?.closest('form')?.querySelector<HTMLTextAreaElement>('textarea[name="reason"]')
    if (!canned || !field) return
    field.value = canned.dataset.canned ?? ''
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.focus()
  })
}

function fill(target: EventTarget | null): void {
  const button = target instanceof Element ? target.closest<HTMLElement>('[data-opens][data-to]') : null
  const dialog = button && document.getElementById(button.dataset.opens ?? '')
  const form = dialog?.querySelector('form')
  if (!button || !dialog || !form) return
  const { to = '', subject = '', version = '' } = button.dataset
  form.reset()
  form.dataset.api = to
  const title = dialog.querySelector<HTMLElement>('[data-title]')
  if (title) title.textContent = (title.dataset.title ?? '').replace('{subject}', () => subject)
  const field = form.querySelector<HTMLInputElement>('[name="version"]')
  if (field) field.value = version
}
