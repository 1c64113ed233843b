import { has } from '#client/hooks.ts'
import { inBrowser } from '#client/storage.ts'
import { shortcutsOff } from '#web/components/hooks.ts'

/** client/first/reading.ts applies the choice to later pages. */
export function turnShortcuts(isOn: boolean): void {
  document.documentElement.toggleAttribute(shortcutsOff.mark, !isOn)
  if (isOn) inBrowser.remove('shortcuts')
  else inBrowser.write('shortcuts', 'off')
}

export function hasShortcuts(): boolean {
  return !has(shortcutsOff, document.documentElement)
}
