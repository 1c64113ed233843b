import { hold, isWaiting } from '#client/first/keep.ts'
import { noteKeys } from '#client/first/note-key.ts'
import { postpone } from '#client/first/repeat.ts'
import { chosenTheme, fileChooser } from '#web/components/hooks.ts'

/** A chosen theme never flashes in the wrong colours. The switch itself is client/behaviors/theme.ts. */
function applyTheme(): void {
  try {
    const { theme } = localStorage
    if (theme === 'light' || theme === 'dark') document.documentElement.setAttribute(chosenTheme.mark, theme)
  } catch {}
}

/**
 * Resolves when all scripts of the page have run, however they are cut: browsers let DOMContentLoaded wait for them. Rejects
 * when one of them, or something it imports, could not be loaded.
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

/** Not those that submit, which is noted by itself, nor those that open the file dialog, which they do at once. */
const BUTTONS = `button[type=button]:not(${fileChooser.selector})`

/** Notes what is pressed before its behaviour is there. A button has nobody but a script. */
function notePresses(): void {
  addEventListener('click', notePress, true)
}

function notePress(event: MouseEvent): void {
  const button = event.target instanceof Element && event.target.closest(BUTTONS)
  if (button && isWaiting(button)) postpone(event, button)
}

// Written into the head of every page (features/core/shell/head.ts): it runs before anything is shown, and so before anything can be pressed. A
// visitor who reads finds nothing but links, buttons and forms with an address, so this much is enough; index.ts has the rest.
applyTheme()
notePresses()
noteKeys()
hold(document, scriptsOfThePage())
addEventListener('joule:later', ({ target, detail }) => hold(target, detail))

declare global {
  interface WindowEventMap {
    'joule:later': CustomEvent<Promise<unknown>> & { target: Element }
  }
}
