import { sql } from 'drizzle-orm'
import { type Group, group, one, throughCache } from '#db/client.ts'
import { CachedValue } from '#kernel/cached-value.ts'
import { SECOND } from '#kernel/clock.ts'
import { AppError } from '#kernel/errors.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'
import { WordMatcher } from '#kernel/text/word-matcher.ts'

/** How long another isolate may use the old list after a change. */
const EXPIRES_AFTER = 10 * SECOND

const cache = new CachedValue<WordMatcher>()

/** The list of words, as part of a larger read: without a statement while the cache is fresh. */
export function currentWords(now: Date): Group<WordMatcher> {
  const matcher = group({ words: blockedWords }, ({ words }) => matcherOf(words))
  return throughCache(cache, EXPIRES_AFTER, matcher, now)
}

/** All words, in the order in which an admin wrote them. */
export const blockedWords: Group<string[]> = group(
  { row: one(sql<{ words: string }>`SELECT words FROM blocked_words WHERE id = 1`) },
  ({ row }) => JSON.parse(row?.words ?? '[]') as string[],
)

/** Call this before a change of the list, and call the returned function after it. */
export function startWordsChange(now: Date): (words: string[]) => void {
  const changed = cache.startChange(now)
  return (words) => changed(matcherOf(words))
}

/** Clears the cache. Call this after other code has changed the table. */
export function forgetWords(): void {
  cache.invalidate()
}

/** Building a matcher of many words takes milliseconds, so an unchanged list keeps its matcher. */
function matcherOf(words: string[]): WordMatcher {
  const { latest } = cache
  return latest && JSON.stringify(latest.words) === JSON.stringify(words)
    ? latest
    : new WordMatcher(words)
}

/** Refuses a name that contains a word of the list. For names that no admin reviews. */
export function refuseWordsIn(name: string, words: WordMatcher, field = 'name'): void {
  const word = words.find(name)
  if (word === null) return
  const problem = (language: Language) => texts[language].word(word)
  throw new AppError('validation_failed', { fields: { [field]: problem } })
}

const texts = bilingual({
  word: [
    (word: string) => `本站不允许使用“${word}”，请换一个名称。`,
    (word: string) => `“${word}” is not allowed on this site. Please choose another name.`,
  ],
})
