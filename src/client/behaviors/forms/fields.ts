import { ApiError } from '#client/api-error.ts'
import { say } from '#client/elements.ts'
import { find, has, where } from '#client/hooks.ts'
import type { ClientText } from '#client/text.ts'
import { fieldError, formError, optional, unsent } from '#web/components/hooks.ts'

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

/**
 * The values of a form as JSON. Numbers and switches keep their types, checkboxes with values
 * become a list, a name with dots becomes a nested object, and empty optional fields are left out.
 * Undefined if nothing is to be sent. Fields named `links.#a.url` and `links.#b.url` become a list
 * in the order of the form, without the items whose fields are all empty.
 */
export function valuesOf(controls: Control[]): Record<string, unknown> | undefined {
  const sent = controls.filter(
    (control) => !has(unsent, control) && !(has(optional, control) && control.value.trim() === ''),
  )
  if (sent.length === 0) return undefined
  const values: Record<string, unknown> = {}
  for (const { name } of sent) if (itemOf(name)) values[name.split('.#')[0] ?? ''] = []
  for (const [control, name] of sentNames(sent))
    setAt(values, name.split('.'), sentValue(control, sent))
  return values
}

/** The item of a list that a field belongs to: `links.#a` for `links.#a.url`. */
const itemOf = (name: string): string | null => /^.*\.#[^.]+/.exec(name)?.[0] ?? null

/**
 * The names with the positions of their items, as in errors of the API: `links.0.url`. Fields of an
 * empty item have no name.
 */
function sentNames(controls: Control[]): Map<Control, string> {
  const filled = controls.filter(({ type, value }) => type === 'checkbox' || value.trim() !== '')
  const items = [...new Set(filled.map(({ name }) => itemOf(name)))]
  const names = new Map<Control, string>()
  for (const control of controls) {
    const { name } = control
    const item = itemOf(name)
    if (item === null) names.set(control, name)
    else if (items.includes(item)) {
      const list = item.split('.#')[0] ?? ''
      const position = items.filter((one) => one?.startsWith(`${list}.#`)).indexOf(item)
      names.set(control, `${list}.${position}${name.slice(item.length)}`)
    }
  }
  return names
}

/** Sets a value at a path, and creates the objects on the way. */
function setAt(into: Record<string, unknown>, path: string[], value: unknown): void {
  const [name = '', ...rest] = path
  if (rest.length === 0) {
    into[name] = value
    return
  }
  into[name] ??= {}
  setAt(into[name] as Record<string, unknown>, rest, value)
}

function sentValue(control: Control, all: Control[]): unknown {
  if (control.type === 'checkbox' && control.hasAttribute('value'))
    return all.flatMap((one) =>
      one.name === control.name && (one as HTMLInputElement).checked ? [one.value] : [],
    )
  if (control.type === 'checkbox') return (control as HTMLInputElement).checked
  if (control.type === 'number') return control.value === '' ? null : Number(control.value)
  return control.value
}

/**
 * Shows errors beside their fields and the others above the form. Focuses the first field with an
 * error.
 */
export function showErrors(
  form: HTMLFormElement,
  fields: Record<string, string>,
  message = '',
): void {
  clearErrors(form)
  const homeless: string[] = []
  let first: HTMLElement | undefined
  const sent = sentNames(controlsOf(form))
  for (const [name, problem] of Object.entries(fields)) {
    const control = controlsOf(form).find(
      (candidate) =>
        (candidate.name === name || sent.get(candidate) === name) && candidate.type !== 'hidden',
    )
    if (!control) homeless.push(problem)
    else {
      first ??= control
      setFieldError(control, problem)
    }
  }
  say(find(formError, form), [message, ...homeless].filter(Boolean).join(' '))
  first?.focus()
}

/** Shows why the API refused the form. Any other error is a bug and is thrown again. */
export function showRefusal(form: HTMLFormElement, error: unknown): void {
  if (!(error instanceof ApiError)) throw error
  showErrors(form, error.fields, Object.keys(error.fields).length > 0 ? '' : error.message)
}

export function clearErrors(form: HTMLFormElement): void {
  for (const control of controlsOf(form)) setFieldError(control, '')
  say(find(formError, form), '')
}

/** Shows a problem beside its field. An empty text removes it. */
export function setFieldError(
  control: HTMLElement & { form: HTMLFormElement | null; name: string },
  problem: string,
): void {
  if (problem) control.setAttribute('aria-invalid', 'true')
  else control.removeAttribute('aria-invalid')
  say(control.form && find(where(fieldError, { field: control.name }), control.form), problem)
}

/** The constraints of a value, from the markup. */
interface Wanted {
  type: string
  required: boolean
  minLength: number
  maxLength: number
  /** The value of the field that this one must repeat. */
  sameAs?: string | undefined
}

/**
 * Checks a value before it is sent, with the messages of the server. Lengths count characters as
 * users see them.
 */
export function problemOf(value: string, wanted: Wanted, text: ClientText): string | null {
  const length = [...value].length
  if (length === 0) return wanted.required ? text.required : null
  if (wanted.sameAs !== undefined && wanted.sameAs !== value) return text.notTheSame
  if (wanted.type === 'email' && !/^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/.test(value.trim()))
    return text.email
  if (wanted.minLength > 0 && length < wanted.minLength) return text.tooShort(wanted.minLength)
  if (wanted.maxLength > 0 && length > wanted.maxLength) return text.tooLong(wanted.maxLength)
  return null
}
