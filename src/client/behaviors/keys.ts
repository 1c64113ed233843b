import { NO_SHORTCUTS } from '#client/first/recorder.ts'

const isTyping = () => document.activeElement?.closest(NO_SHORTCUTS)

/**
 * "?" lists the shortcuts, unless the reader is typing again when the list is loaded. The same file has the search
 * suggestions, so it is also loaded when a search field gets the focus. "/" is in first/reading.ts.
 */
export function keys(): void {
  const load = () => import('#client/behaviors/shortcuts.ts')
  const entered = () => document.activeElement?.matches('search input') && load().then(({ suggest }) => suggest())
  document.addEventListener('keydown', (event) => {
    if (event.key !== '?' || event.ctrlKey || event.metaKey || isTyping()) return
    event.preventDefault()
    void load().then(({ listKeys }) => isTyping() || listKeys())
  })
  document.addEventListener('focusin', entered)
  entered()
}
