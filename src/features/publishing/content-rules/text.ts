import { type AuthorRules, REVIEWED_POSTS, TRUSTED_LEVEL } from '#features/publishing/content-rules/needs-review.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'

const texts = bilingual({
  review: [
    `新成员的前 ${REVIEWED_POSTS} 篇文章需要审核，通过后才会公开。`,
    `Your first ${REVIEWED_POSTS} posts are reviewed before they appear.`,
  ],
  links: {
    post: [
      (links: number) => `升到 Lv${TRUSTED_LEVEL} 之前，公开的文章中最多可以有 ${links} 个站外链接。`,
      (links: number) =>
        `Until you reach Lv${TRUSTED_LEVEL}, a public post can have up to ${links} links to other sites.`,
    ],
    comment: [
      (links: number) => `升到 Lv${TRUSTED_LEVEL} 之前，评论中最多可以有 ${links} 个站外链接。`,
      (links: number) => `Until you reach Lv${TRUSTED_LEVEL}, a comment can have up to ${links} links to other sites.`,
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
