import { sql } from 'drizzle-orm'
import { type Group, group, type Statement } from '#db/client.ts'
import { settingOf } from '#features/core/site/settings.ts'
import { currentWords, wordIn } from '#features/publishing/content-rules/blocked-words.ts'
import { type Author, isTrusted, linksLimit } from '#features/publishing/content-rules/newcomers.ts'
import { textOf } from '#kernel/html/text.ts'
import { isAdmin } from '#kernel/roles.ts'
import { WordMatcher } from '#kernel/word-matcher.ts'

/** A newcomer with this many approved posts is no longer reviewed. */
export const REVIEWED_POSTS = 2

/** The rules for the posts of one author at this moment. */
export interface AuthorRules {
  /** Review is on for everyone. */
  auditIsOn: boolean
  /** Review applies to this author only, as a newcomer. */
  reviewsNewcomer: boolean
  /** The maximum number of links to other sites; null without a limit. */
  linksMax: number | null
  words: WordMatcher
}

/** The rules for an author, as part of a larger read: no further round trip. */
export function authorRules(author: Author, now: Date): Group<AuthorRules> {
  const asked = {
    auditIsOn: settingOf('audit.enabled'),
    newcomersAre: isTrusted(author) ? null : settingOf('review.newcomers'),
    approved: isTrusted(author) ? null : approvedPosts(author),
    linksMax: linksLimit(author),
    words: isAdmin(author) ? null : currentWords(now),
  }
  return group(asked, ({ auditIsOn, newcomersAre, approved, linksMax, words }) => ({
    auditIsOn,
    reviewsNewcomer: !auditIsOn && newcomersAre === true && (approved?.length ?? 0) < REVIEWED_POSTS,
    linksMax,
    words: words ?? NO_WORDS,
  }))
}

const NO_WORDS = new WordMatcher([])

/** Whether every post of this author is reviewed now, whatever its content. */
export function isReviewed({ auditIsOn, reviewsNewcomer }: AuthorRules): boolean {
  return auditIsOn || reviewsNewcomer
}

/** Whether a post of this author is reviewed before it becomes public, or after an edit. */
export function needsReview(rules: AuthorRules, post: ReviewedText): boolean {
  if (isReviewed(rules) || rules.words.words.length === 0) return isReviewed(rules)
  return wordIn(rules.words, [post.title, post.summary, post.tags, textOf(post.body)].join('\n')) !== null
}

interface ReviewedText {
  title: string
  summary: string
  body: string
  /** The JSON of the table. */
  tags: string
}

/** The public posts of an author, as far as they matter here. */
function approvedPosts({ uid }: Author): Statement<{ id: number }> {
  return sql`
    SELECT id FROM posts INDEXED BY posts_of_author_new
    WHERE author_id = ${uid} AND status = 'approved' AND deleted_at IS NULL LIMIT ${REVIEWED_POSTS}`
}
