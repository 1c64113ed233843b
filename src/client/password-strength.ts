import { isGuessable } from '#kernel/crypto/guessable-passwords.ts'

/** Parts of common leaked passwords, longer ones first. Not a rule: such a password only needs a confirmation. */
const COMMON =
  'passw0rd password p@ssword iloveyou woaini1314 sunshine princess football baseball superman batman trustno1 starwars whatever ' +
  'computer internet michelle jennifer jordan23 woaini 5201314 a123456 abc123 abcd1234 aa123456 123qwe qwe123 1q2w3e4r 1q2w3e zaq12wsx ' +
  'qazwsx qwerty asdfgh zxcvbn letmein welcome monkey dragon master shadow hunter freedom secret admin login hello summer winter ' +
  'killer pepper ginger charlie daniel thomas michael ashley jessica andrea samsung google facebook pokemon naruto liverpool chelsea ' +
  'arsenal 123456 654321 123123 112233 121212 111111 222222 666666 888888 000000 520520 131452'

type Strength = 0 | 1 | 2 | 3 | 4

/** A hint, not a rule: length counts most, variety a little; easily guessed parts do not count. */
export function strengthOf(password: string, known: string[] = []): Strength {
  const characters = [...password]
  if (characters.length === 0) return 0
  if (isGuessable(password, known)) return 1
  const guessable = [...COMMON.split(' '), ...known.filter((word) => word.length > 3)]
  const rest = guessable.reduce((left, word) => left.replaceAll(word.toLowerCase(), ''), password.toLowerCase())
  if (characters.length < 8 || rest.length < 6) return 1
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/].filter((kind) => kind.test(password)).length
  // Repeated characters make a password longer, but hardly stronger.
  const score = Math.min(rest.length, new Set(rest).size * 2) + (kinds - 1) * 1.5
  if (score < 6) return 1
  if (score < 12) return 2
  return score < 18 ? 3 : 4
}
