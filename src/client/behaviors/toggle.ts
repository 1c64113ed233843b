import { toast } from '#client/behaviors/toast.ts'
import { api } from '#client/http.ts'
import { clientText } from '#client/text.ts'

/** Switches save themselves: web/components/toggle.tsx says what the attributes mean. */
export function toggles(): void {
  document.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && target.dataset.saves !== undefined) void save(target)
  })
  // While one is being saved a second press would overtake the first.
  document.addEventListener('click', (event) => {
    const { target } = event
    if (target instanceof HTMLInputElement && target.ariaBusy === 'true') event.preventDefault()
  })
}

async function save(input: HTMLInputElement): Promise<void> {
  const { saves = '', body = '{}', toastOn = '', toastOff = '' } = input.dataset
  const on = input.checked
  input.ariaBusy = 'true'
  try {
    await api.put(saves.replace('PUT ', ''), { ...JSON.parse(body), [input.name]: on })
    toast(on ? toastOn : toastOff)
  } catch (error) {
    input.checked = !on
    toast(error instanceof Error ? error.message : clientText().unreadable, 'danger')
  } finally {
    input.ariaBusy = null
  }
}
