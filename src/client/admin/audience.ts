import { ApiError, isRecord } from '#client/api-error.ts'
import { api } from '#client/http.ts'
import { whenShown } from '#client/when-shown.ts'

const FILTERS = ['role', 'status', 'level_min', 'level_max']

/** The people a filter is about: counted first, and those counted are those who are sent. */
export class Audience {
  readonly #form: HTMLFormElement
  readonly #words: Record<string, string>
  #uids: number[] | null = null

  constructor(form: HTMLFormElement, words: Record<string, string>) {
    this.#form = form
    this.#words = words
    form.querySelector('[data-counts-people]')?.addEventListener('click', () => void this.#count())
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
    const { countFirst = '', nobody = '' } = this.#words
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
    for (const part of this.#form.querySelectorAll<HTMLElement>('[data-whom]')) part.hidden = part.dataset.whom !== whom
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
      const words = isTooMany ? this.#words.tooMany : count === 0 ? this.#words.nobody : this.#words.counted
      this.#say((words ?? '').replace('{count}', String(count)))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      this.#say([error.message, ...Object.values(error.fields)].join(' '))
    }
  }

  #say(words: string): void {
    const place = this.#form.querySelector('[data-people-count]')
    if (place) place.textContent = words
  }
}
