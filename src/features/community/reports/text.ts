import { bilingual } from '#kernel/i18n.ts'

/** What the button says of each kind of thing. */
export const reportTexts = bilingual({
  'zh-CN': { post: '举报这篇文章', comment: '举报这条评论', user: '举报这个用户' },
  en: { post: 'Report this post', comment: 'Report this comment', user: 'Report this person' },
})
