import { Audience } from '#client/admin/audience.ts'
import { ApiError } from '#client/api-error.ts'
import { confirmed } from '#client/behaviors/confirm.ts'
import { clearErrors, showErrors } from '#client/behaviors/field-errors.ts'
import { toast } from '#client/behaviors/toast.ts'
import { find, read } from '#client/hooks.ts'
import { api } from '#client/http.ts'
import { filledIn } from '#client/message-template.ts'
import { clientText, pageLanguage } from '#client/text.ts'
import { type AdjustFormText, adjustForm } from '#features/admin/energy/hooks.ts'
import { filled } from '#kernel/i18n.ts'

/** Who, how much, why; then once more, with the number of people: features/admin/energy/views-adjust.tsx. */
export function adjustEnergy(): void {
  const form = find<HTMLFormElement>(adjustForm)
  if (!form) return
  const { text } = read(adjustForm, form)
  const audience = new Audience(form, text)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (form.ariaBusy !== 'true') void submit(form, text, audience)
  })
}

async function submit(form: HTMLFormElement, text: AdjustFormText, audience: Audience): Promise<void> {
  clearErrors(form)
  const values = new FormData(form)
  const [amount, reason] = [Number(values.get('amount')), String(values.get('reason')).trim()]
  const { uids, problem } = audience.isByFilter ? audience.gathered() : listed(String(values.get('uids')), text)
  // The list is not there to be mended while a filter decides.
  const message = audience.isByFilter ? problem : ''
  const problems = {
    ...(problem && !audience.isByFilter && { uids: problem }),
    ...(!values.get('amount') && { amount: clientText().required }),
    ...(!reason && { reason: clientText().required }),
  }
  if (message || Object.keys(problems).length > 0) return showErrors(form, problems, message)
  const said = { count: uids.length, amount: amount > 0 ? `+${amount}` : amount, reason }
  const say = (template: string) => filledIn(template, said, pageLanguage())
  const isSure = await confirmed({
    title: say(text.confirmTitle),
    body: say(text.confirmBody),
    button: text.confirmButton,
    calm: amount > 0,
  })
  if (isSure) await send(form, text, { uids, amount, reason })
}

async function send(
  form: HTMLFormElement,
  text: AdjustFormText,
  body: { uids: number[]; amount: number; reason: string },
) {
  form.ariaBusy = 'true'
  try {
    const answer = await api.post('/api/admin/energy/adjust', body)
    toast(filledIn(text.done, answer, pageLanguage()))
    form.reset()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'not_found') showErrors(form, {}, text.unknown)
    else showErrors(form, error.fields, Object.keys(error.fields).length > 0 ? '' : error.message)
  } finally {
    form.ariaBusy = null
  }
}

function listed(list: string, text: AdjustFormText): { uids: number[]; problem: string } {
  const parts = list.split(/[\s,;，；、]+/).filter((part) => part !== '')
  const wrong = parts.filter((part) => !/^[1-9]\d{0,14}$/.test(part))
  const uids = parts.map(Number)
  if (parts.length === 0) return { uids, problem: clientText().required }
  if (wrong.length > 0) return { uids, problem: filled(text.notNumbers, { wrong: wrong.slice(0, 5).join(' ') }) }
  return { uids, problem: new Set(uids).size < uids.length ? text.repeated : '' }
}
