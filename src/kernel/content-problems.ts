import { bilingual, type Language } from '#kernel/i18n.ts'

const problems = bilingual({
  'zh-CN': {
    tooManyLinks: (links: number, level: number) =>
      `升到 Lv${level} 之前，最多可以有 ${links} 个站外链接，请移除多余的链接。`,
    blockedHost: (host: string) => `本站不允许链接到 ${host}，请移除相关链接或图片。`,
    invalidLine: (number: number, line: string) => `第 ${number} 行无效：${line}`,
  },
  en: {
    tooManyLinks: (links: number, level: number) =>
      `Until you reach Lv${level}, use at most ${links} links to other sites. Please remove the others.`,
    blockedHost: (host: string) => `Links to ${host} are not allowed on this site. Please remove the link or image.`,
    invalidLine: (number: number, line: string) => `Line ${number} is not valid: ${line}`,
  },
})

/** A message for `AppError('validation_failed', { fields })`: `contentProblem((say) => say.blockedHost(host))`. */
export const contentProblem =
  (message: (say: (typeof problems)['en']) => string) =>
  (language: Language): string =>
    message(problems[language])
