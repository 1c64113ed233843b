import { bilingual } from '#kernel/i18n.ts'

export const reactionTexts = bilingual({
  'zh-CN': {
    label: '对这篇文章',
    like: '赞',
    dislike: '踩',
    comments: '评论',
  },
  en: {
    label: 'React to this post',
    like: 'Like',
    dislike: 'Dislike',
    comments: 'Comments',
  },
})
