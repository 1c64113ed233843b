import { closest } from '#client/hooks.ts'
import { recordUntilLoaded } from '#client/record-until-loaded.ts'
import { reportButton } from '#features/community/reports/hooks.ts'

/** Most readers never report anything, so the dialog is loaded when its button is pressed. */
export function report(): void {
  document.addEventListener('click', ({ target }) => {
    const button = closest(reportButton, target)
    if (button)
      recordUntilLoaded(
        button,
        import('#client/reports/dialog.ts').then(({ openReportDialog }) => openReportDialog(button)),
      )
  })
}
