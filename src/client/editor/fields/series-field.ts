import { isRecord } from '#client/api-error.ts'
import { problemIn } from '#client/behaviors/toast.ts'
import { part } from '#client/editor/parts.ts'
import { element, say } from '#client/elements.ts'
import { find, where } from '#client/hooks.ts'
import { quietApi } from '#client/http.ts'
import { newSeries } from '#features/pages/studio/hooks.ts'
import { fieldError } from '#web/components/hooks.ts'

/** The title of a new series, beside the choice of a series. The created one is chosen. */
export function seriesField(form: HTMLFormElement, select: HTMLSelectElement): void {
  const box = find<HTMLElement>(newSeries, form)
  if (!box) return
  const title = part(box, 'input', HTMLInputElement)
  const create = part(box, 'button', HTMLButtonElement)
  const problem = part(form, where(fieldError, { field: 'series_id' }).selector, HTMLElement)

  async function createIt(): Promise<void> {
    const name = title.value.trim()
    if (name === '') return title.focus()
    say(problem, '')
    create.ariaBusy = 'true'
    try {
      const created = await quietApi.post('/api/studio/series', { title: name })
      if (!isRecord(created)) return
      select.append(element('option', { value: String(created.id) }, String(created.title)))
      select.value = String(created.id)
      select.dispatchEvent(new Event('input', { bubbles: true }))
      title.value = ''
      select.focus()
    } catch (error) {
      say(problem, problemIn(error))
    } finally {
      create.ariaBusy = null
    }
  }
  create.addEventListener('click', () => void createIt())
  title.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.isComposing) return
    event.preventDefault()
    void createIt()
  })
}
