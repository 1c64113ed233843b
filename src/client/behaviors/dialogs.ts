/** Buttons that open and close the dialogs written into the page. */
export function dialogs(): void {
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return
    const opens = target.closest<HTMLElement>('[data-opens]')?.dataset.opens
    const dialog = opens ? document.getElementById(opens) : null
    if (dialog instanceof HTMLDialogElement) dialog.showModal()
    if (target.closest('[data-closes-dialog]')) target.closest('dialog')?.close()
  })
}
