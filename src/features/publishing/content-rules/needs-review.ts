import { sql } from 'drizzle-orm'
import { type Compute, INLINE_MAX } from '#compute/client.ts'
import { type Group, group, type Statement } from '#db/client.ts'
import type { User } from '#db/schema/core.ts'
import type { PostRow } from '#db/schema/publishing.ts'
import {
  isTrusted,
  TRUSTED_DAYS,
  TRUSTED_HOURS,
  TRUSTED_LEVEL,
  type TrustFacts,
} from '#features/core/people/level.ts'
import { currentWords } from '#features/core/site/blocked-words.ts'
import { settingsOf } from '#features/core/site/settings.ts'
import { contentProblem } from '#features/publishing/content-rules/blocked-hosts.ts'
import { AppError } from '#kernel/errors.ts'
import { linkHosts } from '#kernel/html/links.ts'
import { textOf } from '#kernel/html/plain.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'
import { isAdmin } from '#kernel/roles.ts'
import { WordMatcher } from '#kernel/text/word-matcher.ts'

/** A newcomer with this many approved posts is no longer reviewed. */
export const REVIEWED_POSTS = 2

/** The rules for the public texts of one author at this moment. */
export interface AuthorRules {
  /** Every post of every author is reviewed. */
  auditIsOn: boolean
  /**
   * Every post of this author is reviewed, because the author is a newcomer. False if `auditIsOn`.
   */
  reviewsNewcomer: boolean
  /** The maximum number of links to other sites; null without a limit. */
  linksMax: number | null
  /** A post with one of these words is reviewed. Empty for admins. */
  words: WordMatcher
}

/**
 * The rules for an author whose row is loaded already, as part of a larger read: they need no
 * further round trip.
 */
export function authorRules(author: TrustFacts & Pick<User, 'uid'>, now: Date): Group<AuthorRules> {
  const rules = rulesRead(author.uid, !isTrusted(author, now), now)
  return group({ rules }, ({ rules }) => rules(author))
}

/**
 * The rules for an author whose row is read in the same round trip. The result is a function of
 * this row.
 */
export function authorRulesByUid(
  uid: Statement,
  now: Date,
): Group<(author: TrustFacts) => AuthorRules> {
  return rulesRead(uid, true, now)
}

function rulesRead(
  uid: number | Statement,
  mayBeNew: boolean,
  now: Date,
): Group<(author: TrustFacts) => AuthorRules> {
  const ofNewcomers = mayBeNew ? (['review.newcomers', 'links.newcomers_limited'] as const) : []
  const approved = sql<{ id: number }>`
    SELECT id FROM posts INDEXED BY posts_of_author_new
    WHERE author_id = ${uid} AND status = 'approved' AND deleted_at IS NULL
    LIMIT ${REVIEWED_POSTS}`
  const asked = {
    settings: settingsOf('audit.enabled', ...ofNewcomers),
    approved: mayBeNew ? approved : null,
    words: currentWords(now),
  }
  return group(asked, ({ settings, approved, words }) => (author) => {
    const isNew = !isTrusted(author, now)
    const auditIsOn = settings['audit.enabled']
    return {
      auditIsOn,
      reviewsNewcomer:
        isNew &&
        !auditIsOn &&
        settings['review.newcomers'] &&
        (approved?.length ?? 0) < REVIEWED_POSTS,
      linksMax: isNew && settings['links.newcomers_limited'] ? NEWCOMER_LINKS : null,
      words: isAdmin(author) ? NO_WORDS : words,
    }
  })
}

const NO_WORDS = new WordMatcher([])

/** Whether every post of this author is reviewed now, whatever its content. */
export function isReviewed({ auditIsOn, reviewsNewcomer }: AuthorRules): boolean {
  return auditIsOn || reviewsNewcomer
}

/**
 * Whether a post of this author is reviewed before it becomes public, or after an edit of a public
 * post: because all posts of the author are reviewed, or because of a word of the list. A text that
 * is too complex to search is reviewed.
 */
export async function needsReview(
  compute: Compute,
  rules: AuthorRules,
  { title, summary, tags, body }: Pick<PostRow, 'title' | 'summary' | 'body' | 'tags'>,
): Promise<boolean> {
  if (isReviewed(rules) || rules.words.words.length === 0) return isReviewed(rules)
  const texts = [title, summary, tags]
  if (body.length <= INLINE_MAX)
    return rules.words.find([...texts, textOf(body)].join('\n')) !== null
  try {
    return await compute.run('hasWord', { words: rules.words.words, texts, body })
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_complex') return true
    throw error
  }
}

/** The maximum number of links to other sites in a public text of a newcomer. */
export const NEWCOMER_LINKS = 2

/** Throws if a text has more links than the author may have. `hosts` has an entry for each link. */
export function requireFewLinks(
  limit: number | null,
  hosts: readonly string[],
  ownHost: string | null,
): void {
  if (!hasTooManyLinks(limit, hosts, ownHost)) return
  const body = contentProblem((say) =>
    say.tooManyLinks(NEWCOMER_LINKS, TRUSTED_LEVEL, TRUSTED_HOURS, TRUSTED_DAYS),
  )
  throw new AppError('validation_failed', { fields: { body } })
}

/** The same for the body of a post. Without a limit, its links are not searched. */
export function requireFewLinksIn(
  body: string,
  limit: number | null,
  ownHost: string | null,
): void {
  if (limit !== null) requireFewLinks(limit, linkHosts(body), ownHost)
}

/**
 * `ownHost` is null in a cron run of a site without `JOULE_ORIGIN`: absolute links to the site
 * itself then count too.
 */
export function hasTooManyLinksIn(
  body: string,
  limit: number | null,
  ownHost: string | null,
): boolean {
  return limit !== null && hasTooManyLinks(limit, linkHosts(body), ownHost)
}

function hasTooManyLinks(
  limit: number | null,
  hosts: readonly string[],
  ownHost: string | null,
): boolean {
  return limit !== null && hosts.filter((host) => host !== ownHost).length > limit
}

const UNTIL_ZH = `升到 Lv${TRUSTED_LEVEL}、注册满 ${TRUSTED_HOURS} 小时且签到满 ${TRUSTED_DAYS} 天`
const UNTIL_EN = `you reach Lv${TRUSTED_LEVEL}, your account is ${TRUSTED_HOURS} hours old and you checked in on ${TRUSTED_DAYS} days`

const texts = bilingual({
  review: [
    `新成员的前 ${REVIEWED_POSTS} 篇文章需要审核，通过后才会公开。${UNTIL_ZH}后不再需要。`,
    `Your first ${REVIEWED_POSTS} posts are reviewed before they appear, until ${UNTIL_EN}.`,
  ],
  links: {
    post: [
      (links: number) => `${UNTIL_ZH}之前，公开的文章中最多可以有 ${links} 个站外链接。`,
      (links: number) =>
        `A public post can have up to ${links} links to other sites until ${UNTIL_EN}.`,
    ],
    comment: [
      (links: number) => `${UNTIL_ZH}之前，评论中最多可以有 ${links} 个站外链接。`,
      (links: number) =>
        `A comment can have up to ${links} links to other sites until ${UNTIL_EN}.`,
    ],
  },
})

/** The sentence about the review for a newcomer, before they publish; none for others. */
export function reviewHint({ reviewsNewcomer }: AuthorRules, language: Language): string[] {
  return reviewsNewcomer ? [texts[language].review] : []
}

/** The sentence about links for a newcomer, before they publish or comment; none for others. */
export function linksHint(
  kind: 'post' | 'comment',
  linksMax: number | null,
  language: Language,
): string[] {
  return linksMax === null ? [] : [texts[language].links[kind](linksMax)]
}
