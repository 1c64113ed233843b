import { bilingual } from '#kernel/i18n.ts'

export const reactionTexts = bilingual({
  'zh-CN': {
    like: '赞',
    dislike: '踩',
  },
  en: {
    like: 'Like',
    dislike: 'Dislike',
  },
})
