import { toast } from '#client/behaviors/toast.ts'
import { has, read } from '#client/hooks.ts'
import { api } from '#client/http.ts'
import { clientText } from '#client/text.ts'
import { toggle } from '#web/components/hooks.ts'

/** Switches save themselves: web/components/toggle.tsx says what the attributes mean. */
export function toggles(): void {
  document.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && has(toggle, target)) void save(target)
  })
  // While one is being saved a second press would overtake the first.
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
