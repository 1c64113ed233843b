import { closest, read } from '#client/hooks.ts'
import { dialogCloser, dialogOpener } from '#web/components/hooks.ts'

export function dialogs(): void {
  document.addEventListener('click', ({ target }) => {
    const opener = closest(dialogOpener, target)
    const dialog = opener && document.getElementById(read(dialogOpener, opener).dialog)
    if (dialog instanceof HTMLDialogElement) dialog.showModal()
    closest(dialogCloser, target)?.closest('dialog')?.close()
  })
}
