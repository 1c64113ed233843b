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
  const isRun = RUNS.some(
    (run) => run.includes(typed) || [...run].reverse().join('').includes(typed),
  )
  return new Set(typed).size === 1 || isRun || words.some((word) => word?.toLowerCase() === typed)
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
