import { isRecord } from '#client/api-error.ts'
import { attach } from '#client/attach.ts'
import { passkeyLogins } from '#client/behaviors/account/passkey-login.ts'
import { offerRestore } from '#client/behaviors/account/restore.ts'
import { showPassword } from '#client/behaviors/account/show-password.ts'
import { find } from '#client/hooks.ts'
import { codeHalf, passwordHalf } from '#features/accounts/login/hooks.ts'

/**
 * If the login responds with a challenge, shows the code form on the same page, so that no secret
 * appears in a URL.
 */
function secondFactor(): void {
  const first = find(passwordHalf)
  first?.addEventListener('joule:response', (event) => {
    const response = (event as CustomEvent<unknown>).detail
    // A login by passkey also gets a challenge, but without `methods`.
    const second = find<HTMLTemplateElement>(codeHalf)?.content.firstElementChild
    if (!second || !isRecord(response) || !('methods' in response)) return
    event.preventDefault()
    const challenge = second.querySelector<HTMLInputElement>('[name="challenge"]')
    if (challenge) challenge.value = String(response.challenge)
    first.replaceWith(second)
    second.querySelector<HTMLInputElement>('[name="code"]')?.focus()
  })
}

attach(offerRestore, passkeyLogins, secondFactor, showPassword)
