import { shortcutSwitch } from '#features/operations/admin/frame/hooks.ts'
import { adminTexts } from '#features/operations/admin/frame/text.ts'
import type { Language } from '#kernel/i18n.ts'

interface ShortcutHintsProps {
  /** What each key does. */
  keys: Record<string, string>
  language: Language
}

/** Which keys press which buttons, and a way to turn that off: client/admin/shortcuts.ts. */
export function ShortcutHints({ keys, language }: ShortcutHintsProps) {
  return (
    <div class="shortcuts needs-script wide-only">
      <label>
        <input type="checkbox" checked {...shortcutSwitch()} />
        {adminTexts[language].shortcuts}
      </label>
      <ul class="shortcut-keys">
        {Object.entries(keys).map(([key, name]) => (
          <li>
            <kbd>{key.toUpperCase()}</kbd> {name}
          </li>
        ))}
      </ul>
    </div>
  )
}
