import { closest } from '#client/hooks.ts'

const TYPING = { selector: 'input:not([type=checkbox]), textarea, select, [contenteditable], dialog' }

/** "/" leads to the search, "?" lists the keys there are: loaded when one is pressed. */
export function keys(): void {
  document.addEventListener('keydown', (event) => {
    const { key, target } = event
    if ((key !== '/' && key !== '?') || event.ctrlKey || event.metaKey || closest(TYPING, target)) return
    event.preventDefault()
    void import('#client/behaviors/shortcuts.ts').then(({ shortcut }) => shortcut(key))
  })
}
