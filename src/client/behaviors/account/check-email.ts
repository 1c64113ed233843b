import { ApiError, isRecord } from '#client/api-error.ts'
import { problemOf, setFieldError } from '#client/behaviors/forms/fields.ts'
import { find } from '#client/hooks.ts'
import { api } from '#client/http.ts'
import { clientText } from '#client/text.ts'
import { emailIsTaken, emailToCheck } from '#features/accounts/login/hooks.ts'

/**
 * Checks during typing whether an e-mail is already registered, and links to the login. Registration checks it again.
 */
export function checkEmail(): void {
  const input = find<HTMLInputElement>(emailToCheck)
  if (!input) return
  let checked = ''
  const check = async () => {
    const email = input.value.trim()
    const { type, required, minLength, maxLength } = input
    if (email === '' || email === checked || problemOf(email, { type, required, minLength, maxLength }, clientText()))
      return
    checked = email
    // If the check itself fails (offline, rate limit), no message is shown, because the check is optional.
    const response = await api.post('/api/auth/check-email', { email }).catch(() => null)
    if (input.value.trim() !== email || !isRecord(response) || response.available !== false) return
    setFieldError(input, clientText().emailTaken)
    offerWays(true)
  }
  input.addEventListener('blur', check)
  input.addEventListener('input', () => offerWays(false))
  input.form?.addEventListener('joule:refused', (event) => {
    if (event instanceof CustomEvent && event.detail instanceof ApiError) offerWays(event.detail.code === 'email_taken')
  })
  if (document.activeElement !== input) void check()
}

function offerWays(isTaken: boolean): void {
  const ways = find(emailIsTaken)
  if (ways) ways.hidden = !isTaken
}
