import { isRecord } from '#client/api-error.ts'
import { setFieldError } from '#client/behaviors/field-errors.ts'
import { problemOf } from '#client/form-problems.ts'
import { find } from '#client/hooks.ts'
import { api } from '#client/http.ts'
import { clientText } from '#client/text.ts'
import { emailToCheck } from '#features/accounts/hooks.ts'

/** Says while the form is still being filled in whether an e-mail is taken. Registering checks it again. */
export function checkEmail(): void {
  const input = find<HTMLInputElement>(emailToCheck)
  let checked = ''
  const check = async () => {
    if (!input) return
    const email = input.value.trim()
    const { type, required, minLength, maxLength } = input
    if (email === '' || email === checked || problemOf(email, { type, required, minLength, maxLength }, clientText()))
      return
    checked = email
    // When the check itself fails (offline, too many of them), the person need not know: it is only a courtesy.
    const answer = await api.post('/api/auth/check-email', { email }).catch(() => null)
    if (input.value.trim() === email && isRecord(answer) && answer.available === false)
      setFieldError(input, clientText().emailTaken)
  }
  input?.addEventListener('blur', check)
  if (document.activeElement !== input) void check()
}
