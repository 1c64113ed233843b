import {
  isWaiting,
  NO_SHORTCUTS,
  onEarly,
  postpone,
  recordUntil,
  stop,
} from '#client/first/recorder.ts'
import { welcomeClosed } from '#features/pages/home/hooks.ts'
import {
  chosenTextSize,
  chosenTheme,
  fileChooser,
  pressedByKey,
  shortcutsOff,
} from '#web/components/hooks.ts'

/**
 * Applies the theme, the text size and the other choices of the reader before the first paint, so
 * that nothing flashes or moves. The controls are in client/behaviors/page.ts and posts/reading.ts.
 */
function applyChoices(): void {
  const root = document.documentElement
  try {
    const { theme, welcome, shortcuts, 'text-size': size } = localStorage
    if (theme) root.setAttribute(chosenTheme.mark, theme)
    if (size) root.setAttribute(chosenTextSize.mark, size)
    if (welcome) root.setAttribute(welcomeClosed.mark, '')
    if (shortcuts) root.setAttribute(shortcutsOff.mark, '')
  } catch {}
}

/**
 * Resolves when all scripts of the page have run, because browsers delay DOMContentLoaded for them.
 * Rejects if a script or one of its imports could not be loaded.
 */
function scriptsOfThePage(): Promise<void> {
  let failed: Error | undefined
  const note = ({ target }: Event) => {
    if (target instanceof HTMLScriptElement) failed = new Error(`cannot load ${target.src}`)
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

/**
 * "/" works at once, so that the next key types into the search field. Other shortcuts wait for
 * their scripts.
 */
function recordKey(event: KeyboardEvent): void {
  const { key, target } = event
  if (!(target instanceof Element) || event.isComposing || target.closest(NO_SHORTCUTS)) return
  if (event.ctrlKey || event.metaKey || event.altKey || key.length > 1) return
  const control = document.querySelector(
    `[${pressedByKey.mark}="${CSS.escape(key.toLowerCase())}"]`,
  )
  if (control && isWaiting(control)) postpone(event, control, `key ${key}`)
  // The field of the bar, also on small screens, where it is visible only while it has the focus.
  // Admin pages have another one.
  const field = key === '/' && !control && document.querySelector<HTMLInputElement>('search input')
  if (!field) return
  stop(event)
  field.focus()
  field.select()
}

/**
 * Without submit buttons, whose submit event is recorded, and without buttons of files and
 * popovers, which work at once.
 */
const BUTTONS = `button[type=button]:not(${fileChooser.selector}, [popovertarget])`

// Inlined in the head of every page (features/core/shell/head.ts), so it runs before anything is
// visible and can be pressed. Pages for anonymous readers have only links, buttons and forms with
// an action, so this is enough for them; index.ts has the rest.
applyChoices()
onEarly(['click'], BUTTONS, (event, button) => postpone(event, button))
addEventListener('keydown', recordKey, true)
recordUntil(document, scriptsOfThePage())
addEventListener('joule:later', ({ target, detail }) => recordUntil(target, detail))

declare global {
  interface WindowEventMap {
    'joule:later': CustomEvent<Promise<unknown>> & { target: Element }
  }
}
