import { ApiError } from '#client/api-error.ts'
import { moveFocus } from '#client/attach.ts'
import { confirmed } from '#client/behaviors/forms/dialogs.ts'
import {
  clearErrors,
  controlsOf,
  problemOf,
  setFieldError,
  showErrors,
  valuesOf,
} from '#client/behaviors/forms/fields.ts'
import { toast, toastAfterwards } from '#client/behaviors/toast.ts'
import { find, findAll, has, read } from '#client/hooks.ts'
import { api } from '#client/http.ts'
import { clientText, filledIn, pageLanguage } from '#client/text.ts'
import { safeNext } from '#kernel/next-path.ts'
import { apiForm, errorsHere, fieldError, formResponse, sameAs } from '#web/components/hooks.ts'

/** Sends forms as JSON. web/components/form.tsx documents their attributes. */
export function apiForms(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || !has(apiForm, form)) return
    event.preventDefault()
    if (form.getAttribute('aria-busy') !== 'true') void submit(form, event.submitter)
  })
  // Hides the error of a field when the user changes the field.
  document.addEventListener('input', ({ target }) => {
    const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
    if (isField && target.ariaInvalid === 'true') setFieldError(target, '')
  })
}

async function submit(form: HTMLFormElement, button: HTMLElement | null): Promise<void> {
  clearErrors(form)
  const problems = problemsIn(form)
  if (Object.keys(problems).length > 0) return showErrors(form, problems)
  const { call, confirm } = read(apiForm, form)
  if (confirm && !(await confirmed(confirm))) return
  const busy = (on: boolean) => {
    for (const element of [form, button]) element?.setAttribute('aria-busy', String(on))
  }
  busy(true)
  try {
    const [method = '', path = ''] = call.split(' ')
    const send = { POST: api.post, PUT: api.put, DELETE: api.delete }[method] ?? api.post
    succeed(form, await send(path, valuesOf(controlsOf(form))))
  } catch (error) {
    fail(form, error)
  } finally {
    busy(false)
  }
}

function problemsIn(form: HTMLFormElement): Record<string, string> {
  const controls = controlsOf(form).filter((control) => control instanceof HTMLInputElement)
  return Object.fromEntries(
    controls.flatMap((control) => {
      const { value, type, required, minLength, maxLength } = control
      const other = controls.find(({ name }) => name === read(sameAs, control).field)?.value
      const problem = problemOf(
        value,
        { type, required, minLength, maxLength, sameAs: other },
        clientText(),
      )
      return problem === null ? [] : [[control.name, problem]]
    }),
  )
}

function succeed(form: HTMLFormElement, response: unknown): void {
  // A page may handle the response itself: see client/behaviors/forms/extras.ts.
  const event = new CustomEvent('joule:response', {
    bubbles: true,
    cancelable: true,
    detail: response,
  })
  if (!form.dispatchEvent(event)) return
  const { toast: template, after = '' } = read(apiForm, form)
  // `goto:/a:b` is split into `goto` and `/a:b`.
  const [step, ...rest] = after.split(':')
  const detail = rest.join(':')
  const leaves = step === 'goto' || step === 'reload'
  if (template) (leaves ? toastAfterwards : toast)(filledIn(template, response, pageLanguage()))
  for (const place of findAll(formResponse, form))
    place.textContent = filledIn(read(formResponse, place).template, response, pageLanguage())
  // From now on, Escape and reset restore the saved values.
  for (const control of controlsOf(form))
    if (control instanceof HTMLInputElement) control.defaultValue = control.value
  if (step === 'goto') location.assign(safeNext(filledIn(detail, response, pageLanguage())))
  else if (step === 'reload') location.reload()
  else if (step === 'remove') removeAround(form, detail)
  else if (step === 'reset') clearForm(form)
  else if (document.activeElement instanceof HTMLElement && form.contains(document.activeElement))
    document.activeElement.blur()
}

/** Removes an item from its list. If the focus was in the item, a neighbour gets it. */
function removeAround(form: HTMLFormElement, selector: string): void {
  const item = form.closest(selector)
  const neighbour = item?.nextElementSibling ?? item?.previousElementSibling
  item?.remove()
  moveFocus(null, neighbour?.querySelector<HTMLElement>('a, button, input'))
}

function clearForm(form: HTMLFormElement): void {
  for (const control of controlsOf(form)) {
    control.value = ''
    control.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

function fail(form: HTMLFormElement, error: unknown): void {
  if (!(error instanceof ApiError)) throw error
  // A page may handle the error itself: see client/behaviors/account/restore.ts.
  if (
    !form.dispatchEvent(
      new CustomEvent('joule:refused', { bubbles: true, cancelable: true, detail: error }),
    )
  )
    return
  const field = controlsOf(form).find((control) =>
    read(errorsHere, control).codes.split(' ').includes(error.code),
  )
  const fields = field ? { ...error.fields, [field.name]: error.message } : error.fields
  const wait =
    error.retryAfterSeconds === null ? '' : ` ${clientText().retryIn(error.retryAfterSeconds)}`
  const isLone = !find(fieldError, form)
  if (isLone) toast([error.message + wait, ...Object.values(fields)].join(' '), 'danger')
  else showErrors(form, fields, Object.keys(fields).length > 0 ? '' : error.message + wait)
}
