import { isRecord } from '#client/api-error.ts'
import { find } from '#client/hooks.ts'
import { codeHalf, passwordHalf } from '#features/accounts/second-factor/hooks.ts'

/** A login that is answered with a challenge goes on with the code, on the same page: nothing of it stands in an address. */
export function secondFactor(): void {
  const [first, second] = [find(passwordHalf), find(codeHalf)]
  first?.addEventListener('joule:answered', (event) => {
    const answer = (event as CustomEvent<unknown>).detail
    // A passkey has a challenge too, but no methods to choose from.
    if (!second || !isRecord(answer) || !('methods' in answer)) return
    event.preventDefault()
    const challenge = second.querySelector<HTMLInputElement>('[name="challenge"]')
    if (challenge) challenge.value = String(answer.challenge)
    first.hidden = true
    second.hidden = false
    second.querySelector<HTMLInputElement>('[name="code"]')?.focus()
  })
}
