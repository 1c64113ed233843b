import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { command, type Database, type Group, group, one } from '#db/client.ts'
import { type AuditActor, auditEntry } from '#features/core/site/audit-log.ts'
import { type ListChange, parsedLines, sizeOfChange } from '#features/publishing/content-rules/lists.ts'
import { CachedValue } from '#kernel/cached-value.ts'
import { SECOND } from '#kernel/clock.ts'
import { foldText, WordMatcher } from '#kernel/word-matcher.ts'

export const BLOCKED_WORDS_MAX = 1000
export const BLOCKED_WORD_LENGTH = 50

/** How long another isolate may use the old list after a change. */
const EXPIRES_AFTER = 10 * SECOND

export const BlockedWordsInput = z.object({ words: z.array(z.string()).max(BLOCKED_WORDS_MAX) })

const cache = new CachedValue<WordMatcher>()

/** The list of words, as part of a larger read: without a statement while the cache is fresh. */
export function currentWords(now: Date): Group<WordMatcher> {
  const cached = cache.youngerThan(EXPIRES_AFTER, now)
  if (cached !== null) return { statements: [], answer: () => cached }
  const store = cache.startRead(now)
  return group({ words: blockedWords }, ({ words }) => {
    const matcher = matcherOf(words)
    store(matcher)
    return matcher
  })
}

/** The first word of the list in a text, or null. */
export function wordIn(matcher: WordMatcher, text: string): string | null {
  return matcher.words.length === 0 ? null : matcher.firstIn(foldText(text))
}

/** All words, in the order in which an admin wrote them. */
export const blockedWords: Group<string[]> = group(
  { row: one(sql<{ words: string }>`SELECT words FROM blocked_words WHERE id = 1`) },
  ({ row }) => JSON.parse(row?.words ?? '[]') as string[],
)

/** Replaces the list. An unchanged list is neither written nor logged. */
export async function setBlockedWords(
  db: Database,
  admin: AuditActor,
  raw: readonly string[],
  now: Date,
): Promise<string[]> {
  const words = parsedLines(raw, 'words', normalisedWord, BLOCKED_WORDS_MAX)
  const change = sizeOfChange(await db.read(blockedWords), words)
  if (change === null) return words
  const changed = cache.startChange(now)
  await db.read(command(replacement(admin, words, change, now)))
  changed(matcherOf(words))
  return words
}

/** Clears the cache after other code changed the table. */
export function forgetWords(): void {
  cache.invalidate()
}

function replacement(admin: AuditActor, words: string[], change: ListChange, now: Date) {
  return [
    auditEntry(admin, { action: 'blocklist.change', target: ['site_setting', 'blocked_words'], ...change }, now),
    sql`UPDATE blocked_words SET words = ${JSON.stringify(words)} WHERE id = 1`,
  ]
}

/** Building a matcher of many words takes milliseconds, so an unchanged list keeps its matcher. */
function matcherOf(words: string[]): WordMatcher {
  const { latest } = cache
  return latest && JSON.stringify(latest.words) === JSON.stringify(words) ? latest : new WordMatcher(words)
}

/** Null for a line without a letter or digit, and for a word that is too long. */
function normalisedWord(line: string): string | null {
  const word = foldText(line).trim()
  return /[\p{L}\p{N}]/u.test(word) &&
    [...word].length <= BLOCKED_WORD_LENGTH &&
    word.isWellFormed() &&
    !word.includes('\0')
    ? word
    : null
}
