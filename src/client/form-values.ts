import { has } from '#client/hooks.ts'
import { optional, unsent } from '#web/components/hooks.ts'

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** The controls of a form that are sent to the API. */
export function controlsOf(form: HTMLFormElement): Control[] {
  return [...form.elements].filter(
    (element): element is Control =>
      (element instanceof HTMLInputElement ||
        element instanceof HTMLSelectElement ||
        element instanceof HTMLTextAreaElement) &&
      element.name !== '',
  )
}

/** A form as JSON: numbers and switches keep their types, empty optional fields are not sent. */
export function valuesOf(controls: Control[]): Record<string, unknown> | undefined {
  const sent = controls.filter(
    (control) => !has(unsent, control) && !(has(optional, control) && control.value.trim() === ''),
  )
  return sent.length === 0 ? undefined : Object.fromEntries(sent.map((control) => [control.name, sentValue(control)]))
}

function sentValue(control: Control): unknown {
  if (control.type === 'checkbox') return (control as HTMLInputElement).checked
  if (control.type === 'number') return control.value === '' ? null : Number(control.value)
  return control.value
}
