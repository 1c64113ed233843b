const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu
const WORD = /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu
const CJK_CHARACTERS_A_MINUTE = 400
const WORDS_A_MINUTE = 220

/** Counts words in scripts with spaces and characters in scripts without; mixed text counts both. */
export function countWords(text: string): { words: number; minutes: number } {
  const characters = text.match(CJK)?.length ?? 0
  const spaced = text.replace(CJK, ' ').match(WORD)?.length ?? 0
  const minutes = Math.max(1, Math.round(characters / CJK_CHARACTERS_A_MINUTE + spaced / WORDS_A_MINUTE))
  return { words: characters + spaced, minutes }
}
