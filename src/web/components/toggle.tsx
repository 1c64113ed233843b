import { toggle } from '#web/components/hooks.ts'

interface ToggleProps {
  id: string
  label: string
  hint: string
  checked: boolean
  /** Method and path of the change: `PUT /api/settings/notify-prefs`. */
  api: `PUT /api/${string}`
  /** The boolean member of the body. */
  name: string
  /** Further members of the body. */
  body?: Record<string, string>
  /** The toast after success. */
  toasts: { on: string; off: string }
}

/** A switch that saves immediately and reverts if saving fails: client/behaviors/forms/toggle.ts. */
export function Toggle({ id, label, hint, checked, api, name, body = {}, toasts }: ToggleProps) {
  return (
    <div class="toggle">
      <div>
        <label for={id}>{label}</label>
        <p id={`${id}-hint`}>{hint}</p>
      </div>
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says itself whether it is checked
        role="switch"
        class="switch needs-script"
        id={id}
        name={name}
        checked={checked}
        aria-describedby={`${id}-hint`}
        {...toggle({ call: api, body, toastOn: toasts.on, toastOff: toasts.off })}
      />
    </div>
  )
}
