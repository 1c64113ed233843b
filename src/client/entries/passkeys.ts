import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON as Options,
  startRegistration,
} from '@simplewebauthn/browser'
import { ApiError } from '#client/api-error.ts'
import { attach } from '#client/attach.ts'
import { showErrors, showRefusal } from '#client/behaviors/forms/fields.ts'
import { toastAfterwards } from '#client/behaviors/toast.ts'
import { closest, read } from '#client/hooks.ts'
import { api } from '#client/http.ts'
import { passkeyProblem } from '#client/passkeys.ts'
import { passkeyAdding } from '#features/accounts/login/hooks.ts'

/**
 * The form with the password gets the options of a new passkey. The browser creates the passkey
 * with them, and the site stores its public key.
 */
function passkeyAddings(): void {
  document.addEventListener('joule:response', async (event) => {
    const [place, form] = [closest(passkeyAdding, event.target), event.target]
    if (!place || !(form instanceof HTMLFormElement)) return
    event.preventDefault()
    const words = read(passkeyAdding, place)
    if (!browserSupportsWebAuthn()) return showErrors(form, {}, words.unsupported)
    try {
      const response = await startRegistration({
        optionsJSON: (event as CustomEvent<Options>).detail,
      })
      await api.post('/api/settings/passkeys', { response, name: new FormData(form).get('name') })
      toastAfterwards(words.added)
      location.reload()
    } catch (error) {
      if (error instanceof ApiError) showRefusal(form, error)
      else showErrors(form, {}, passkeyProblem(error, words) ?? '')
    }
  })
}

attach(passkeyAddings)
