import { COMMON } from '#client/common-passwords.ts'
import { isGuessable } from '#kernel/crypto/guessable-passwords.ts'

export type Strength = 0 | 1 | 2 | 3 | 4

/** A hint, not a rule: length counts most, variety a little; what is easily guessed counts for nothing. */
export function strengthOf(password: string, known: string[] = []): Strength {
  const characters = [...password]
  if (characters.length === 0) return 0
  if (isGuessable(password, known)) return 1
  const guessable = [...COMMON.split(' '), ...known.filter((word) => word.length > 3)]
  const rest = guessable.reduce((left, word) => left.replaceAll(word.toLowerCase(), ''), password.toLowerCase())
  if (characters.length < 8 || rest.length < 6) return 1
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/].filter((kind) => kind.test(password)).length
  // Repeating a few characters makes a password longer, but hardly harder.
  const score = Math.min(rest.length, new Set(rest).size * 2) + (kinds - 1) * 1.5
  if (score < 6) return 1
  if (score < 12) return 2
  return score < 18 ? 3 : 4
}
