import { controlsOf } from '#client/form-values.ts'
import { find, where } from '#client/hooks.ts'
import { fieldError, formError } from '#web/components/hooks.ts'

/** Shows errors beside their fields and the rest above the form, and focuses the first field with an error. */
export function showErrors(form: HTMLFormElement, fields: Record<string, string>, message = ''): void {
  clearErrors(form)
  const homeless: string[] = []
  let first: HTMLElement | undefined
  for (const [name, problem] of Object.entries(fields)) {
    const control = controlsOf(form).find((candidate) => candidate.name === name && candidate.type !== 'hidden')
    if (!control) homeless.push(problem)
    else {
      first ??= control
      setFieldError(control, problem)
    }
  }
  showFormError(form, [message, ...homeless].filter(Boolean).join(' '))
  first?.focus()
}

export function clearErrors(form: HTMLFormElement): void {
  for (const control of controlsOf(form)) setFieldError(control, '')
  showFormError(form, '')
}

export function setFieldError(
  control: HTMLElement & { form: HTMLFormElement | null; name: string },
  problem: string,
): void {
  if (problem) control.setAttribute('aria-invalid', 'true')
  else control.removeAttribute('aria-invalid')
  const line = control.form && find(where(fieldError, { field: control.name }), control.form)
  if (!line) return
  line.textContent = problem
  line.hidden = problem === ''
}

function showFormError(form: HTMLFormElement, message: string): void {
  const line = find(formError, form)
  if (!line) return
  line.textContent = message
  line.hidden = message === ''
}
