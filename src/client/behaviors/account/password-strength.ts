import { confirmed } from '#client/behaviors/forms/confirm.ts'
import { findAll, read, write } from '#client/hooks.ts'
import { onPageShow } from '#client/on-page-show.ts'
import { strengthOf } from '#client/password-strength.ts'
import { clientText } from '#client/text.ts'
import { isGuessable } from '#kernel/crypto/guessable-passwords.ts'
import { strengthMeter } from '#web/components/hooks.ts'

/** The four-part strength bar below a new password. A weak password needs one confirmation. */
export function passwordStrength(): void {
  for (const meter of findAll(strengthMeter)) {
    const form = meter.closest('form')
    const input = form?.querySelector<HTMLInputElement>(`[name="${read(strengthMeter, meter).field}"]`)
    if (!form || !input) continue
    const show = () => {
      const email = form.querySelector<HTMLInputElement>('[type="email"]')?.value.split('@')[0]
      const strength = strengthOf(input.value, email ? [email] : [])
      const label = meter.querySelector('span')
      meter.hidden = strength === 0
      write(strengthMeter, meter, { strength })
      if (label) label.textContent = strength === 0 ? '' : clientText()[`strength${strength}`]
    }
    input.addEventListener('input', show)
    askBeforeWeak(form, input, meter)
    onPageShow(show)
  }
}

function askBeforeWeak(form: HTMLFormElement, input: HTMLInputElement, meter: HTMLElement): void {
  let agreed = ''
  // Listens on the form, so that it runs before the listener on the document, which sends the request.
  form.addEventListener('submit', async (event) => {
    const { strength, doubt } = read(strengthMeter, meter)
    // The server refuses such a password and says why, so no confirmation is needed.
    const isRefusedAnyway = input.value.length < input.minLength || isGuessable(input.value)
    if (strength > 1 || isRefusedAnyway || input.value === agreed) return
    event.preventDefault()
    event.stopPropagation()
    const { value } = input
    if (!(await confirmed(doubt))) return input.focus()
    agreed = value
    form.requestSubmit(event.submitter)
  })
}
