import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialRequestOptionsJSON as Options,
  startAuthentication,
} from '@simplewebauthn/browser'
import { ApiError } from '#client/api-error.ts'
import { showErrors } from '#client/behaviors/forms/fields.ts'
import { toastAfterwards } from '#client/behaviors/toast.ts'
import { find, read } from '#client/hooks.ts'
import { api } from '#client/http.ts'

import { passkeyOptions, passkeyProblem } from '#client/passkeys.ts'
import { passkeyLogin, passwordHalf } from '#features/accounts/login/hooks.ts'
import { safeNext } from '#kernel/next-path.ts'

/** The part of a challenge's lifetime after which a new challenge is requested. */
const RENEWED_AFTER = 0.8

/**
 * The button asks for a passkey. The e-mail field offers the passkeys of the browser by autofill.
 */
export function passkeyLogins(): void {
  const form = find(passkeyLogin)?.querySelector('form')
  if (!form) return
  const words = read(passkeyLogin, form.parentElement as HTMLElement)
  if (!browserSupportsWebAuthn()) {
    form.hidden = true
    return
  }
  const refusals: Record<string, string> = {
    invalid_credentials: words.refused,
    session_expired: words.expired,
  }
  let renewal: ReturnType<typeof setTimeout> | undefined
  let isAsked = false

  form.addEventListener('joule:response', async (event) => {
    event.preventDefault()
    clearTimeout(renewal)
    isAsked = true
    await ask((event as CustomEvent<Options>).detail)
    isAsked = false
    void offer()
  })
  void offer()

  /** Tries again if an earlier autofill request has aborted this one. */
  async function ask(optionsJSON: Options): Promise<void> {
    try {
      await bring(await startAuthentication({ optionsJSON }))
    } catch (error) {
      const problem = passkeyProblem(error, words)
      await (problem === null ? ask(optionsJSON) : say(problem))
    }
  }

  /**
   * Errors are ignored, because the user did not ask for the offer. It must not start after a press
   * of the button, because it would abort the request of the button.
   */
  async function offer(): Promise<void> {
    try {
      if (!(await browserSupportsWebAuthnAutofill())) return
      const optionsJSON = await passkeyOptions(api)
      if (isAsked) return
      renewal = setTimeout(offer, (optionsJSON.timeout ?? 0) * RENEWED_AFTER)
      await bring(await startAuthentication({ optionsJSON, useBrowserAutofill: true }))
    } catch {}
  }

  async function bring(response: unknown): Promise<void> {
    try {
      const signedIn = await api.post('/api/auth/passkey', { response })
      if (asksForCode(signedIn)) return
      toastAfterwards(words.welcome)
      location.assign(safeNext(words.next))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const refused = new CustomEvent('joule:refused', {
        bubbles: true,
        cancelable: true,
        detail: error,
      })
      if (form?.dispatchEvent(refused)) say(refusals[error.code] ?? error.message)
    }
  }

  /**
   * Shows the code form if two-step verification is on and the device did not verify its user
   * (client/entries/login.ts).
   */
  function asksForCode(response: unknown): boolean {
    const event = new CustomEvent('joule:response', { cancelable: true, detail: response })
    return find(passwordHalf)?.dispatchEvent(event) === false
  }

  function say(message: string): void {
    if (form) showErrors(form, {}, message)
  }
}
