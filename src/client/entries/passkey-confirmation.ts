import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialRequestOptionsJSON as Options,
  startAuthentication,
} from '@simplewebauthn/browser'
import { ApiError } from '#client/api-error.ts'
import { attach } from '#client/attach.ts'
import { showErrors } from '#client/behaviors/forms/fields.ts'
import { problemIn } from '#client/behaviors/toast.ts'
import { find, read } from '#client/hooks.ts'
import { api } from '#client/http.ts'
import { passkeyProblem } from '#client/passkeys.ts'
import { passkeyConfirmation } from '#features/accounts/login/hooks.ts'
import { safeNext } from '#kernel/next-path.ts'

/**
 * The button of `/confirm` makes the session fresh with a passkey. The dialog of
 * `confirm-identity.ts` has a button of its own.
 */
function passkeyConfirmations(): void {
  const place = find(passkeyConfirmation)
  const form = place?.querySelector('form')
  if (!place || !form) return
  const words = read(passkeyConfirmation, place)

  form.addEventListener('joule:response', async (event) => {
    event.preventDefault()
    if (!browserSupportsWebAuthn()) return showErrors(form, {}, words.unsupported)
    try {
      const response = await startAuthentication({
        optionsJSON: (event as CustomEvent<Options>).detail,
      })
      await api.post('/api/auth/confirm', { response })
      location.assign(safeNext(words.next))
    } catch (error) {
      showErrors(form, {}, problemWith(error))
    }
  })

  function problemWith(error: unknown): string {
    if (!(error instanceof ApiError)) return passkeyProblem(error, words) ?? ''
    // A device that did not verify its user replaces the code, but not the password.
    return 'password' in error.fields ? words.unverified : problemIn(error)
  }
}

attach(passkeyConfirmations)
