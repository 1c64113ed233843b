import { closest } from '#client/hooks.ts'

const TYPING = { selector: 'input:not([type=checkbox]), textarea, select, [contenteditable], dialog' }

/**
 * "/" leads to the search, "?" lists the keys there are: loaded when one is pressed. What is offered while somebody types into a search
 * field comes along, also when such a field is entered or already is.
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
