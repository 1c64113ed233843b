import { type Group, group } from '#db/client.ts'
import { addressesIn } from '#features/community/comments/linked-text.ts'
import { currentWords } from '#features/publishing/content-rules/blocked-words.ts'
import { type Author, linksLimit } from '#features/publishing/content-rules/newcomers.ts'
import { hostOf } from '#kernel/html/links.ts'
import { isAdmin } from '#kernel/roles.ts'
import { WordMatcher } from '#kernel/word-matcher.ts'

interface CommentRules {
  /** The maximum number of links to other sites; null without a limit. */
  linksMax: number | null
  words: WordMatcher
}

/** The rules for the comments of an author, as part of a larger read. */
export function commentRules(author: Author, now: Date): Group<CommentRules> {
  const asked = { linksMax: linksLimit(author), words: isAdmin(author) ? null : currentWords(now) }
  return group(asked, ({ linksMax, words }) => ({ linksMax, words: words ?? new WordMatcher([]) }))
}

/** The host of each link in a comment. */
export function hostsInComment(body: string): string[] {
  return addressesIn(body).flatMap((address) => hostOf(address) ?? [])
}
