import { closest } from '#client/hooks.ts'
import { recordUntilLoaded } from '#client/record-until-loaded.ts'
import { reportButton } from '#features/community/reports/hooks.ts'

const load = () => import('#client/reports/dialog.ts')

/** Most readers never report anything, so the dialog is loaded when the pointer or the focus reaches its button. */
export function report(): void {
  for (const type of ['pointerover', 'focusin'])
    document.addEventListener(type, ({ target }) => {
      // A failed load is reported when the button is pressed.
      if (closest(reportButton, target)) load().catch(() => {})
    })
  document.addEventListener('click', ({ target }) => {
    const button = closest(reportButton, target)
    if (button)
      recordUntilLoaded(
        button,
        load().then(({ openReportDialog }) => openReportDialog(button)),
      )
  })
}
