import { TRUSTED_DAYS, TRUSTED_HOURS, TRUSTED_LEVEL } from '#features/core/people/trust.ts'
import { type AuthorRules, REVIEWED_POSTS } from '#features/publishing/content-rules/needs-review.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'

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
      (links: number) => `A public post can have up to ${links} links to other sites until ${UNTIL_EN}.`,
    ],
    comment: [
      (links: number) => `${UNTIL_ZH}之前，评论中最多可以有 ${links} 个站外链接。`,
      (links: number) => `A comment can have up to ${links} links to other sites until ${UNTIL_EN}.`,
    ],
  },
})

/** The sentence about the review for a newcomer, before they publish; none for others. */
export function reviewHint({ reviewsNewcomer }: AuthorRules, language: Language): string[] {
  return reviewsNewcomer ? [texts[language].review] : []
}

/** The sentence about links for a newcomer, before they publish or comment; none for others. */
export function linksHint(kind: 'post' | 'comment', linksMax: number | null, language: Language): string[] {
  return linksMax === null ? [] : [texts[language].links[kind](linksMax)]
}
