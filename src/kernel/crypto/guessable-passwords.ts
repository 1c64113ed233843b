/**
 * One repeated character, a sequence of the alphabet, the digits or the keyboard, or a word from
 * the same form.
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

/** Rows and columns of keys are sequences; a sequence may wrap around. */
const RUNS = [
  '0123456789',
  '1234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertyuiop[]asdfghjkl;zxcvbnm,./',
  '`1234567890-=',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p;/',
].map((run) => run + run)
