import { onPageShow } from '#client/attach.ts'
import { confirmed } from '#client/behaviors/forms/dialogs.ts'
import { findAll, read, write } from '#client/hooks.ts'
import { pageLanguage } from '#client/text.ts'
import { isGuessable } from '#kernel/crypto/guessable-passwords.ts'
import { bilingual } from '#kernel/i18n.ts'
import { strengthMeter } from '#web/components/hooks.ts'

const texts = bilingual({
  strength1: ['太弱', 'Too weak'],
  strength2: ['一般', 'Fair'],
  strength3: ['较强', 'Good'],
  strength4: ['很强', 'Strong'],
})

/**
 * The strength bar with four parts below a new password. A weak password needs one confirmation.
 */
export function passwordStrength(): void {
  for (const meter of findAll(strengthMeter)) {
    const form = meter.closest('form')
    const input = form?.querySelector<HTMLInputElement>(
      `[name="${read(strengthMeter, meter).field}"]`,
    )
    if (!form || !input) continue
    const show = () => {
      const email = form.querySelector<HTMLInputElement>('[type="email"]')?.value.split('@')[0]
      const strength = strengthOf(input.value, email ? [email] : [])
      const label = meter.querySelector('span')
      meter.hidden = strength === 0
      write(strengthMeter, meter, { strength })
      if (label)
        label.textContent = strength === 0 ? '' : texts[pageLanguage()][`strength${strength}`]
    }
    input.addEventListener('input', show)
    askBeforeWeak(form, input, meter)
    onPageShow(show)
  }
}

function askBeforeWeak(form: HTMLFormElement, input: HTMLInputElement, meter: HTMLElement): void {
  let agreed = ''
  // The listener is on the form, so that it runs before the listener on the document, which sends
  // the request.
  form.addEventListener('submit', async (event) => {
    const { strength, doubt } = read(strengthMeter, meter)
    // The server refuses such a password and says why, so no confirmation is needed.
    const isRefusedAnyway = input.value.length < input.minLength || isGuessable(input.value)
    if (strength > 1 || isRefusedAnyway || input.value === agreed) return
    event.preventDefault()
    event.stopPropagation()
    const { value } = input
    if (!(await confirmed(doubt))) return input.focus()
    agreed = value
    form.requestSubmit(event.submitter)
  })
}

/**
 * Parts of common leaked passwords, longer ones first. They forbid nothing: such a password only
 * needs a confirmation.
 */
const COMMON =
  'passw0rd password p@ssword iloveyou woaini1314 sunshine princess football baseball superman batman trustno1 starwars whatever ' +
  'computer internet michelle jennifer jordan23 woaini 5201314 a123456 abc123 abcd1234 aa123456 123qwe qwe123 1q2w3e4r 1q2w3e zaq12wsx ' +
  'qazwsx qwerty asdfgh zxcvbn letmein welcome monkey dragon master shadow hunter freedom secret admin login hello summer winter ' +
  'killer pepper ginger charlie daniel thomas michael ashley jessica andrea samsung google facebook pokemon naruto liverpool chelsea ' +
  'arsenal 123456 654321 123123 112233 121212 111111 222222 666666 888888 000000 520520 131452'

type Strength = 0 | 1 | 2 | 3 | 4

/**
 * A hint, not a rule. The length counts most, and variety counts a little. Parts that are easily
 * guessed do not count.
 */
export function strengthOf(password: string, known: string[] = []): Strength {
  const characters = [...password]
  if (characters.length === 0) return 0
  if (isGuessable(password, known)) return 1
  const guessable = [...COMMON.split(' '), ...known.filter((word) => word.length > 3)]
  const rest = guessable.reduce(
    (left, word) => left.replaceAll(word.toLowerCase(), ''),
    password.toLowerCase(),
  )
  if (characters.length < 8 || rest.length < 6) return 1
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/].filter((kind) => kind.test(password)).length
  // Repeated characters make a password longer, but hardly stronger.
  const score = Math.min(rest.length, new Set(rest).size * 2) + (kinds - 1) * 1.5
  if (score < 6) return 1
  if (score < 12) return 2
  return score < 18 ? 3 : 4
}
