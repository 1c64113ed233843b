import { findAll, read, write } from '#client/hooks.ts'
import { strengthOf } from '#client/password-strength.ts'
import { clientText } from '#client/text.ts'
import { whenShown } from '#client/when-shown.ts'
import { strengthMeter } from '#web/components/hooks.ts'

/** The four-part bar below a new password. */
export function passwordStrength(): void {
  for (const meter of findAll(strengthMeter)) {
    const form = meter.closest('form')
    const input = form?.querySelector<HTMLInputElement>(`[name="${read(strengthMeter, meter).field}"]`)
    const show = () => {
      if (!input) return
      const email = form?.querySelector<HTMLInputElement>('[type="email"]')?.value.split('@')[0]
      const strength = strengthOf(input.value, email ? [email] : [])
      const label = meter.querySelector('span')
      meter.hidden = strength === 0
      write(strengthMeter, meter, { strength })
      if (label) label.textContent = strength === 0 ? '' : clientText()[`strength${strength}`]
    }
    input?.addEventListener('input', show)
    whenShown(show)
  }
}
