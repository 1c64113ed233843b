import { bilingual, type Language } from '#kernel/i18n.ts'

/** What a newcomer reads before publishing or commenting, and why a text is refused. */
export const contentRulesTexts = bilingual({
  'zh-CN': {
    newcomerReview: (posts: number) => `新成员的前 ${posts} 篇文章需要审核，通过后才会公开。`,
    newcomerLinks: (links: number, level: number) =>
      `升到 Lv${level} 之前，公开的文章或评论中最多可以有 ${links} 个站外链接。`,
    tooManyLinks: (links: number, level: number) =>
      `升到 Lv${level} 之前，最多可以有 ${links} 个站外链接，请移除多余的链接。`,
    blockedHost: (host: string) => `本站不允许链接到 ${host}，请移除相关链接或图片。`,
    invalidLine: (number: number, line: string) => `第 ${number} 行无效：${line}`,
  },
  en: {
    newcomerReview: (posts: number) => `Your first ${posts} posts are reviewed before they appear.`,
    newcomerLinks: (links: number, level: number) =>
      `Until you reach Lv${level}, a public post or a comment can have up to ${links} links to other sites.`,
    tooManyLinks: (links: number, level: number) =>
      `Until you reach Lv${level}, use at most ${links} links to other sites. Please remove the others.`,
    blockedHost: (host: string) => `Links to ${host} are not allowed on this site. Please remove the link or image.`,
    invalidLine: (number: number, line: string) => `Line ${number} is not valid: ${line}`,
  },
})

/** A message for `AppError('validation_failed', { fields })`. */
export const rulesProblem =
  (say: (text: (typeof contentRulesTexts)['en']) => string) =>
  (language: Language): string =>
    say(contentRulesTexts[language])
