import { ApiError } from '#client/api-error.ts'
import { onPageShow } from '#client/attach.ts'
import { confirmed } from '#client/behaviors/forms/dialogs.ts'
import { clearErrors, showErrors, showRefusal } from '#client/behaviors/forms/fields.ts'
import { problemIn, toast, toastProblem } from '#client/behaviors/toast.ts'
import { find, findAll, read } from '#client/hooks.ts'
import { api } from '#client/http.ts'
import { clientText, filledIn, pageLanguage } from '#client/text.ts'
import {
  type AdjustFormText,
  adjustAudience,
  adjustForm,
  peopleCount,
  peopleCounter,
} from '#features/operations/admin/frame/hooks.ts'
import { filled } from '#kernel/i18n.ts'
import { randomId } from '#kernel/ids.ts'

/**
 * Checks the recipients, the amount and the reason, and then asks for a confirmation with the
 * number of recipients. Markup: features/operations/admin/energy/views.tsx.
 */
export function adjustEnergy(): void {
  const form = find<HTMLFormElement>(adjustForm)
  if (!form) return
  const { text } = read(adjustForm, form)
  const audience = new Audience(form, text)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (form.ariaBusy !== 'true') submit(form, text, audience).catch(toastProblem)
  })
}

async function submit(
  form: HTMLFormElement,
  text: AdjustFormText,
  audience: Audience,
): Promise<void> {
  clearErrors(form)
  const values = new FormData(form)
  const [amount, reason] = [Number(values.get('amount')), String(values.get('reason')).trim()]
  const { uids, problem } = audience.isByFilter
    ? audience.gathered()
    : await listed(String(values.get('uids')), text)
  // The list field is hidden while a filter is used, so the problem is shown above the form.
  const message = audience.isByFilter ? problem : ''
  const problems = {
    ...(problem && !audience.isByFilter && { uids: problem }),
    ...(!values.get('amount') && { amount: clientText().required }),
    ...(!reason && { reason: clientText().required }),
  }
  if (message || Object.keys(problems).length > 0) return showErrors(form, problems, message)
  const said = {
    people: peopleIn(uids.length, text),
    amount: amount > 0 ? `+${amount}` : amount,
    reason,
  }
  const say = (template: string) => filledIn(template, said, pageLanguage())
  const isSure = await confirmed({
    title: say(text.confirmTitle),
    body: say(text.confirmBody),
    button: text.confirmButton,
    calm: amount > 0,
  })
  if (isSure) await send(form, text, { uids, amount, reason })
}

/**
 * The last request without a response. If the admin sends it again, it has the same idempotency
 * key, so energy is not given twice.
 */
let unanswered: { asked: string; key: string } | null = null

async function send(
  form: HTMLFormElement,
  text: AdjustFormText,
  body: { uids: number[]; amount: number; reason: string },
) {
  form.ariaBusy = 'true'
  const asked = JSON.stringify(body)
  if (unanswered?.asked !== asked) unanswered = { asked, key: randomId() }
  try {
    await api.post('/api/admin/energy/adjust', body, { 'Idempotency-Key': unanswered.key })
    unanswered = null
    toast(filled(text.done, { people: peopleIn(body.uids.length, text) }))
    form.reset()
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') showErrors(form, {}, text.unknown)
    else showRefusal(form, error)
  } finally {
    form.ariaBusy = null
  }
}

/** Usernames and uids, in any order. A number is a uid. */
async function listed(
  list: string,
  text: AdjustFormText,
): Promise<{ uids: number[]; problem: string }> {
  const parts = list.split(/[\s,;，；、]+/).filter((part) => part !== '')
  if (parts.length === 0) return { uids: [], problem: clientText().required }
  const isUid = (part: string) => /^[1-9]\d{0,14}$/.test(part)
  const names = parts.filter((part) => !isUid(part)).map((name) => name.replace(/^@/, ''))
  const { uids: named, unknown } =
    names.length > 0 ? await usersNamed(names) : { uids: [], unknown: [] }
  if (unknown.length > 0)
    return { uids: [], problem: filled(text.notFound, { wrong: unknown.slice(0, 5).join(' ') }) }
  const uids = [...parts.filter(isUid).map(Number), ...named]
  const isRepeated = new Set(uids).size < uids.length || named.length < names.length
  return { uids, problem: isRepeated ? text.repeated : '' }
}

async function usersNamed(names: string[]): Promise<{ uids: number[]; unknown: string[] }> {
  const found: { uids: number[]; unknown: string[] } = { uids: [], unknown: [] }
  for (let from = 0; from < names.length; from += AT_ONCE) {
    const some = names.slice(from, from + AT_ONCE).join(',')
    const response = await api.get(
      `/api/admin/energy/named?${new URLSearchParams({ names: some })}`,
    )
    if (!Array.isArray(response.uids) || !Array.isArray(response.unknown)) continue
    found.uids.push(...response.uids.map(Number))
    found.unknown.push(...response.unknown.map(String))
  }
  return found
}

/** The number of names in one request, which is the maximum of the server. */
const AT_ONCE = 100

/** "1 person", "2 people". */
const peopleIn = (count: number, { person, people }: AdjustFormText) =>
  filled(count === 1 ? person : people, { count })

const FILTERS = ['role', 'status', 'level_min', 'level_max']

/** The users that match a filter. The form sends exactly the uids that were counted. */
class Audience {
  readonly #form: HTMLFormElement
  readonly #text: AdjustFormText
  #uids: number[] | null = null

  constructor(form: HTMLFormElement, text: AdjustFormText) {
    this.#form = form
    this.#text = text
    find(peopleCounter, form)?.addEventListener('click', () => void this.#count())
    form.addEventListener('change', ({ target }) => {
      if (
        target instanceof Element &&
        [...FILTERS, 'audience'].includes(target.getAttribute('name') ?? '')
      )
        this.#changed()
    })
    // The browser resets the fields only after the event.
    form.addEventListener('reset', () => setTimeout(() => this.#changed()))
    onPageShow(() => this.#show())
  }

  get isByFilter(): boolean {
    return new FormData(this.#form).get('audience') === 'filter'
  }

  gathered(): { uids: number[]; problem: string } {
    const { countFirst, noMatch } = this.#text
    if (this.#uids === null) return { uids: [], problem: countFirst }
    return { uids: this.#uids, problem: this.#uids.length === 0 ? noMatch : '' }
  }

  /** Another filter matches other users, so the count is outdated. */
  #changed(): void {
    this.#show()
    this.#uids = null
    this.#say('')
  }

  #show(): void {
    const audience = this.isByFilter ? 'filter' : 'list'
    for (const part of findAll(adjustAudience, this.#form))
      part.hidden = read(adjustAudience, part).audience !== audience
  }

  async #count(): Promise<void> {
    const values = new FormData(this.#form)
    const asked = FILTERS.flatMap((name) =>
      values.get(name) ? [[name, String(values.get(name))]] : [],
    )
    try {
      const found = await api.get(`/api/admin/energy/audience?${new URLSearchParams(asked)}`)
      if (!Array.isArray(found.uids)) return
      const count = Number(found.count)
      const isTooMany = count > found.uids.length
      this.#uids = isTooMany ? null : found.uids.map(Number)
      const sentence = isTooMany
        ? this.#text.tooMany
        : count === 0
          ? this.#text.noMatch
          : this.#text.counted
      this.#say(filled(sentence, { people: peopleIn(count, this.#text) }))
    } catch (error) {
      this.#say(problemIn(error))
    }
  }

  #say(message: string): void {
    const line = find(peopleCount, this.#form)
    if (line) line.textContent = message
  }
}
