/** Lists of passwords that attackers try have no longer repetitions and sequences. */
const GUESSED_LENGTH = 32

/**
 * Whether an attacker would try this password first: one repeated character, a sequence of the
 * alphabet, the digits or the keyboard, or one of the `words`, which come from the same form (such
 * as the username).
 */
export function isGuessable(
  password: string,
  words: readonly (string | null | undefined)[] = [],
): boolean {
  const typed = password.toLowerCase()
  if (words.some((word) => word?.toLowerCase() === typed)) return true
  if (typed.length > GUESSED_LENGTH) return false
  const isRun = RUNS.some(
    (run) => run.includes(typed) || [...run].reverse().join('').includes(typed),
  )
  return isRun || new Set(typed).size === 1
}

/**
 * Sequences of characters. The rows and the columns of a keyboard are sequences too. Each one is
 * written twice, because a password may continue at its start: `yz0`, `890123`.
 */
const RUNS = [
  '0123456789',
  '1234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertyuiop[]asdfghjkl;zxcvbnm,./',
  '`1234567890-=',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p;/',
].map((run) => run + run)
