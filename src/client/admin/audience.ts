import { ApiError, isRecord } from '#client/api-error.ts'
import { find, findAll, read } from '#client/hooks.ts'
import { api } from '#client/http.ts'
import { whenShown } from '#client/when-shown.ts'
import { type AdjustFormText, adjustWhom, peopleCount, peopleCounter } from '#features/operations/admin/energy/hooks.ts'
import { filled } from '#kernel/i18n.ts'

/** "1 person", "2 people". */
export const peopleIn = (count: number, { person, people }: AdjustFormText) =>
  filled(count === 1 ? person : people, { count })

const FILTERS = ['role', 'status', 'level_min', 'level_max']

/** The people a filter is about: counted first, and those counted are those who are sent. */
export class Audience {
  readonly #form: HTMLFormElement
  readonly #text: AdjustFormText
  #uids: number[] | null = null

  constructor(form: HTMLFormElement, text: AdjustFormText) {
    this.#form = form
    this.#text = text
    find(peopleCounter, form)?.addEventListener('click', () => void this.#count())
    form.addEventListener('change', ({ target }) => {
      if (target instanceof Element && [...FILTERS, 'whom'].includes(target.getAttribute('name') ?? '')) this.#changed()
    })
    // The fields are empty only after the event.
    form.addEventListener('reset', () => setTimeout(() => this.#changed()))
    whenShown(() => this.#show())
  }

  get isByFilter(): boolean {
    return new FormData(this.#form).get('whom') === 'filter'
  }

  gathered(): { uids: number[]; problem: string } {
    const { countFirst, nobody } = this.#text
    if (this.#uids === null) return { uids: [], problem: countFirst }
    return { uids: this.#uids, problem: this.#uids.length === 0 ? nobody : '' }
  }

  /** Another filter is about other people. */
  #changed(): void {
    this.#show()
    this.#uids = null
    this.#say('')
  }

  #show(): void {
    const whom = this.isByFilter ? 'filter' : 'list'
    for (const part of findAll(adjustWhom, this.#form)) part.hidden = read(adjustWhom, part).whom !== whom
  }

  async #count(): Promise<void> {
    const values = new FormData(this.#form)
    const asked = FILTERS.flatMap((name) => (values.get(name) ? [[name, String(values.get(name))]] : []))
    try {
      const found = await api.get(`/api/admin/energy/audience?${new URLSearchParams(asked)}`)
      if (!isRecord(found) || !Array.isArray(found.uids)) return
      const count = Number(found.count)
      const isTooMany = count > found.uids.length
      this.#uids = isTooMany ? null : found.uids.map(Number)
      const sentence = isTooMany ? this.#text.tooMany : count === 0 ? this.#text.nobody : this.#text.counted
      this.#say(filled(sentence, { people: peopleIn(count, this.#text) }))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      this.#say([error.message, ...Object.values(error.fields)].join(' '))
    }
  }

  #say(message: string): void {
    const line = find(peopleCount, this.#form)
    if (line) line.textContent = message
  }
}
