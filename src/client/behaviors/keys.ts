import { closest } from '#client/hooks.ts'

const TYPING = { selector: 'input:not([type=checkbox]), textarea, select, [contenteditable], dialog' }

/**
 * "/" focuses the search, "?" lists the shortcuts. The code is loaded on the first use. The same file has the search
 * suggestions, so it is also loaded when a search field gets the focus.
 */
export function keys(): void {
  const load = () => import('#client/behaviors/shortcuts.ts')
  const entered = () => document.activeElement?.matches('search input') && load().then(({ suggest }) => suggest())
  document.addEventListener('keydown', (event) => {
    const { key, target } = event
    if (!/^[/?]$/.test(key) || event.ctrlKey || event.metaKey || closest(TYPING, target)) return
    event.preventDefault()
    void load().then(({ shortcut }) => shortcut(key))
  })
  document.addEventListener('focusin', entered)
  entered()
}
