import { recordKeys } from '#client/first/record-keys.ts'
import { isWaiting, recordUntil } from '#client/first/recorder.ts'
import { postpone } from '#client/first/replay.ts'
import { welcomeClosed } from '#features/pages/home/hooks.ts'
import { chosenTheme, fileChooser } from '#web/components/hooks.ts'

/**
 * Applies the theme and hides the closed introduction before the first paint, so that nothing flashes or moves. The controls are
 * client/behaviors/theme.ts and welcome.ts.
 */
function applyChoices(): void {
  const root = document.documentElement
  try {
    const { theme, welcome } = localStorage
    if (theme === 'light' || theme === 'dark') root.setAttribute(chosenTheme.mark, theme)
    if (welcome) root.setAttribute(welcomeClosed.mark, '')
  } catch {}
}

/**
 * Resolves when all scripts of the page have run: browsers delay DOMContentLoaded for them. Rejects if a script or one
 * of its imports could not be loaded.
 */
function scriptsOfThePage(): Promise<void> {
  let failed: Error | undefined
  const note = ({ target }: Event) => {
    if (target instanceof HTMLScriptElement) failed = new Error(`${target.src} could not be loaded`)
  }
  addEventListener('error', note, true)
  return new Promise((resolve, reject) => {
    addEventListener('DOMContentLoaded', () => {
      removeEventListener('error', note, true)
      if (failed) reject(failed)
      else resolve()
    })
  })
}

/** Without submit buttons, whose submit event is recorded, and without buttons of files and popovers, which work at once. */
const BUTTONS = `button[type=button]:not(${fileChooser.selector}, [popovertarget])`

/** Buttons do nothing without JavaScript, so record presses before the scripts are loaded. */
function recordPresses(): void {
  addEventListener('click', recordPress, true)
}

function recordPress(event: MouseEvent): void {
  const button = event.target instanceof Element && event.target.closest(BUTTONS)
  if (button && isWaiting(button)) postpone(event, button)
}

// Inlined in the head of every page (features/core/shell/head.ts), so it runs before anything is visible and can be
// pressed. Pages for anonymous readers have only links, buttons and forms with an action, so this is enough for them;
// index.ts has the rest.
applyChoices()
recordPresses()
recordKeys()
recordUntil(document, scriptsOfThePage())
addEventListener('joule:later', ({ target, detail }) => recordUntil(target, detail))

declare global {
  interface WindowEventMap {
    'joule:later': CustomEvent<Promise<unknown>> & { target: Element }
  }
}
