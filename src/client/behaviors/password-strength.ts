import { strengthOf } from '#client/password-strength.ts'
import { clientText } from '#client/text.ts'
import { whenShown } from '#client/when-shown.ts'

/** The four-part bar below a new password. */
export function passwordStrength(): void {
  for (const meter of document.querySelectorAll<HTMLElement>('[data-strength-of]')) {
    const form = meter.closest('form')
    const input = form?.querySelector<HTMLInputElement>(`[name="${meter.dataset.strengthOf}"]`)
    const show = () => {
      if (!input) return
      const email = form?.querySelector<HTMLInputElement>('[type="email"]')?.value.split('@')[0]
      const strength = strengthOf(input.value, email ? [email] : [])
      const label = meter.querySelector('span')
      meter.hidden = strength === 0
      meter.dataset.strength = String(strength)
      if (label) label.textContent = strength === 0 ? '' : clientText()[`strength${strength}`]
    }
    input?.addEventListener('input', show)
    whenShown(show)
  }
}
