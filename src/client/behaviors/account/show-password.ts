import { closest, findAll } from '#client/hooks.ts'
import { passwordEye } from '#web/components/hooks.ts'

/**
 * The eye button beside a password. The password is hidden again before the form is sent, because
 * browsers would store a visible one as autocomplete text.
 */
export function showPassword(): void {
  document.addEventListener('click', ({ target }) => {
    const button = closest(passwordEye, target)
    if (button) set(button, button.ariaPressed !== 'true')
  })
  document.addEventListener('submit', ({ target }) => {
    if (!(target instanceof Element)) return
    for (const button of findAll(passwordEye, target)) set(button, false)
  })
}

function set(button: HTMLElement, shown: boolean): void {
  const input = button.parentElement?.querySelector('input')
  if (!input) return
  input.type = shown ? 'text' : 'password'
  button.ariaPressed = String(shown)
}
