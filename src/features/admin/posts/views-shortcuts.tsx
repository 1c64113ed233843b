import { shortcutSwitch } from '#features/admin/posts/hooks.ts'
import type { AdminPostsText } from '#features/admin/posts/text.ts'

interface ShortcutHintsProps {
  keys: Record<string, keyof AdminPostsText['keys']>
  text: AdminPostsText
}

/** Which keys press which buttons, and a way to turn that off: client/admin/shortcuts.ts. */
export function ShortcutHints({ keys, text }: ShortcutHintsProps) {
  return (
    <div class="shortcuts needs-script wide-only">
      <label>
        <input type="checkbox" checked autocomplete="off" {...shortcutSwitch()} />
        {text.shortcuts}
      </label>
      <ul class="shortcut-keys">
        {Object.entries(keys).map(([key, name]) => (
          <li>
            <kbd>{key.toUpperCase()}</kbd> {text.keys[name]}
          </li>
        ))}
      </ul>
    </div>
  )
}
