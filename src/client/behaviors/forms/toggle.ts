import { toast } from '#client/behaviors/toast.ts'
import { has, read } from '#client/hooks.ts'
import { api } from '#client/http.ts'
import { clientText } from '#client/text.ts'
import { toggle } from '#web/components/hooks.ts'

/** Switches that save at once: web/components/form.tsx documents their attributes. */
export function toggles(): void {
  document.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && has(toggle, target)) void save(target)
  })
  // A second press during saving could overtake the first, so it is ignored.
  document.addEventListener('click', (event) => {
    const { target } = event
    if (target instanceof HTMLInputElement && target.ariaBusy === 'true') event.preventDefault()
  })
}

async function save(input: HTMLInputElement): Promise<void> {
  const { call, body, toastOn, toastOff } = read(toggle, input)
  const on = input.checked
  input.ariaBusy = 'true'
  try {
    await api.put(call.replace('PUT ', ''), { ...body, [input.name]: on })
    toast(on ? toastOn : toastOff)
  } catch (error) {
    input.checked = !on
    toast(error instanceof Error ? error.message : clientText().unreadable, 'danger')
  } finally {
    input.ariaBusy = null
  }
}
