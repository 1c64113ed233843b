import { toggle } from '#web/components/hooks.ts'

interface ToggleProps {
  id: string
  label: string
  hint: string
  checked: boolean
  /** Where a change goes at once: `PUT /api/settings/notify-prefs`. */
  api: `PUT /api/${string}`
  /** The member of the body that says on or off. */
  name: string
  /** The other members of the body. */
  body?: Record<string, string>
  /** The toast after it is saved. */
  toasts: { on: string; off: string }
}

/** A switch that saves itself, and goes back where that fails: client/behaviors/forms/toggle.ts. */
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
