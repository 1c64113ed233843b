import { NO_SHORTCUTS } from '#client/first/recorder.ts'
import { closest, find, findAll, has, read, where, write } from '#client/hooks.ts'
import { inBrowser } from '#client/storage.ts'
import { browserZone } from '#client/time-zone.ts'
import { zoneField } from '#features/core/shell/hooks.ts'
import { welcomeClosed, welcomeCloser } from '#features/pages/home/hooks.ts'
import { SPECULATION_RULES } from '#kernel/speculation-rules.ts'
import {
  chosenTheme,
  pressedByKey,
  shortcutList,
  themeChoice,
  viewerFacts,
} from '#web/components/hooks.ts'

type Theme = 'light' | 'dark' | 'auto'

const BAR_COLORS = { light: '#ffffff', dark: '#1e1a16' }

/**
 * The theme switch in the footer and in the menu. client/first/reading.ts applies the choice before
 * the first paint.
 */
export function themeSwitch(): void {
  document.addEventListener('click', ({ target }) => {
    const button = closest(themeChoice, target)
    if (!button) return
    const { theme } = read(themeChoice, button)
    inBrowser.write('theme', theme)
    apply(theme)
  })
  // Another tab changed the theme.
  addEventListener('storage', ({ key }) => key === 'theme' && apply(stored()))
  apply(stored())
}

/** The choice of the reader. Without one, the page has the default theme of the site. */
function stored(): Theme {
  return asTheme(inBrowser.read('theme') ?? read(chosenTheme, document.documentElement).theme)
}

function asTheme(theme: string | null | undefined): Theme {
  return theme === 'light' || theme === 'dark' ? theme : 'auto'
}

function apply(theme: Theme): void {
  write(chosenTheme, document.documentElement, { theme })
  for (const button of findAll(themeChoice))
    button.ariaPressed = String(read(themeChoice, button).theme === theme)
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const ofDevice = meta.media.includes('dark') ? 'dark' : 'light'
    meta.content = BAR_COLORS[theme === 'auto' ? ofDevice : theme]
  }
}

/**
 * Puts the time zone of the browser into the forms for digests, which arrive in the morning of the
 * reader.
 */
export function zoneFields(): void {
  for (const field of findAll<HTMLInputElement>(zoneField)) field.value = browserZone()
}

/**
 * Closes the introduction of the home page for good. client/first/reading.ts hides it on later
 * visits.
 */
export function closeWelcome(): void {
  document.addEventListener('click', ({ target }) => {
    if (!closest(welcomeCloser, target)) return
    document.documentElement.setAttribute(welcomeClosed.mark, '')
    inBrowser.write('welcome', 'closed')
  })
}

/** Scrolls the current tab into view if the tabs do not fit side by side. */
export function currentTabs(): void {
  // In the next frame, because measuring now would cause a second layout of the whole page.
  requestAnimationFrame(() => {
    for (const tab of document.querySelectorAll<HTMLElement>('.tabs [aria-current]')) {
      const row = tab.closest('ul')
      if (row) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2
    }
  })
}

/**
 * Lets the browser load the pages of links in advance. Not for signed-in users, whose pages are not
 * cacheable, and not in data saver mode.
 */
export function prefetch(): void {
  const { connection } = navigator as { connection?: { saveData: boolean } }
  if (has(viewerFacts, document.body) || connection?.saveData) return
  const rules = document.createElement('script')
  rules.type = 'speculationrules'
  rules.textContent = SPECULATION_RULES
  document.head.append(rules)
}

const isTyping = () =>
  document.querySelector('dialog[open]') ?? document.activeElement?.closest(NO_SHORTCUTS)

/** The keys that shortcuts.ts handles. */
const SHORTCUTS = '?jknghm'

/**
 * A single key presses the control of the page that names it, unless the user is typing or has
 * turned shortcuts off. The other shortcuts and the search suggestions are in shortcuts.ts, which
 * is loaded by the first of these keys and by the focus of a search field. “/” is in
 * first/reading.ts.
 */
export function keys(): void {
  const load = () => import('#client/behaviors/shortcuts.ts')
  const entered = () =>
    document.activeElement?.matches('search:not(.admin *) input') &&
    load().then(({ suggest }) => suggest())
  document.addEventListener('keydown', (event) => {
    const { key, timeStamp } = event
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey
    if (hasModifier || event.isComposing || event.repeat || isTyping()) return
    const control = find(where(pressedByKey, { key: key.toLowerCase() }))
    if (!control?.offsetParent && !SHORTCUTS.includes(key)) return
    event.preventDefault()
    if (control?.offsetParent) control.click()
    // The user may have begun to type again when the code is loaded.
    else void load().then(({ press }) => isTyping() || press(key, timeStamp))
  })
  document.addEventListener('click', ({ target }) => {
    if (closest(shortcutList, target)) void load().then(({ listKeys }) => listKeys())
  })
  document.addEventListener('focusin', entered)
  entered()
}
