import { find, where } from '#client/hooks.ts'
import { inBrowser } from '#client/storage.ts'
import { shortcutSwitch } from '#features/operations/admin/frame/hooks.ts'
import { pressedByKey } from '#web/components/hooks.ts'

const KEY = 'joule-admin-shortcuts'

/** A key presses the button that names it, unless the admin is typing or has turned shortcuts off. */
export function shortcuts(): void {
  const box = find<HTMLInputElement>(shortcutSwitch)
  if (!box) return
  box.checked = inBrowser.read(KEY) !== 'off'
  box.addEventListener('change', () => inBrowser.write(KEY, box.checked ? 'on' : 'off'))
  document.addEventListener('keydown', (event) => {
    if (!box.checked || event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping(event.target)) return
    const button = find(where(pressedByKey, { key: event.key.toLowerCase() }))
    if (!button || button.offsetParent === null) return
    event.preventDefault()
    button.click()
  })
}

function isTyping(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open]')) return true
  return target instanceof Element && target.closest('input:not([type="checkbox"]), textarea, select') !== null
}
