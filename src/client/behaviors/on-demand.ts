import { recordUntilLoaded } from '#client/attach.ts'
import { showSaved } from '#client/behaviors/optimistic-buttons.ts'
import { closest, find, read } from '#client/hooks.ts'
import { energizePanel } from '#features/community/energize/hooks.ts'
import { favoriteChoice } from '#features/community/favorites/hooks.ts'
import { reportButton } from '#features/community/reports/hooks.ts'
import { chosenZone, exactTime } from '#features/core/shell/hooks.ts'
import { pendingControl } from '#web/components/hooks.ts'

const SIGNS = ['pointerover', 'pointerdown', 'focusin', 'dragenter', 'change']

/**
 * Loads code when the pointer, the focus, or a dragged or chosen file enters `element`, or if one
 * is already in it. Presses are replayed after loading.
 */
export function whenTouched(element: HTMLElement, load: () => Promise<unknown>): void {
  const touched = () => {
    for (const type of SIGNS) element.removeEventListener(type, touched)
    recordUntilLoaded(element, load())
  }
  for (const type of SIGNS) element.addEventListener(type, touched)
  if (element.contains(document.activeElement) || find(pendingControl, element)) touched()
}

/** Milliseconds after which live updates are loaded. Short visits open no connection. */
const DWELL = 3000

/** Loads live updates (client/live) after the page has been open for a while. */
export function live(): void {
  setTimeout(() => void import('#client/live/index.ts').then((module) => module.live()), DWELL)
}

/** Loads client/zoned-times.ts on pages that need it. */
export function zonedTimes(): void {
  if (find({ selector: `${chosenZone.selector},${exactTime.selector}` }))
    void import('#client/zoned-times.ts').then((module) => module.zonedTimes())
}

const load = () => import('#client/reports/dialog.ts')

/**
 * Most readers never report anything, so the dialog is loaded when the pointer or the focus reaches
 * its button.
 */
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

/**
 * The menu beside the button that saves a post selects folders. It is loaded when it is opened for
 * the first time.
 */
export function favoriteMenu(): void {
  const choice = find(favoriteChoice)
  const button = choice?.querySelector<HTMLElement>('button')
  const folders = choice?.querySelector('details')
  if (!choice || !button || !folders) return
  const opened = () => {
    if (!folders.open) return
    folders.removeEventListener('toggle', opened)
    recordUntilLoaded(
      folders,
      import('#client/behaviors/posts/folder-menu.ts').then(({ folderMenu }) => {
        const { forget } = folderMenu(choice, read(favoriteChoice, choice).post, (isSaved) =>
          showSaved(button, isSaved),
        )
        button.addEventListener('joule:saved', forget)
      }),
    )
  }
  folders.addEventListener('toggle', opened)
  opened()
}

/**
 * Most readers do not give energy, so the code is loaded when the pointer or the focus reaches the
 * menu.
 */
export function energizeMenu(): void {
  const panel = find(energizePanel)
  if (panel)
    whenTouched(panel, async () =>
      (await import('#client/behaviors/posts/energize.ts')).energize(panel),
    )
}
