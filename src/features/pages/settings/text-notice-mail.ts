import { bilingual } from '#kernel/i18n.ts'

export const noticeMailTexts = bilingual({
  'zh-CN': {
    heading: '邮件通知',
    lead: '把没读过的消息发到你的邮箱。在站内读过的，不会再发邮件。',
    unverified: '请先确认你的邮箱。',
    toAccount: '去确认',
    kinds: {
      comment: '评论',
      reply: '回复',
      mention: '提到我',
      like: '赞',
      follow: '关注',
      system: '系统消息',
    },
    how: { off: '不发邮件', at_once: '立即发送', digest: '汇总发送' },
    digest: '汇总时间（上海时间 8:00）',
    rhythms: { daily: '每天', weekly: '每周一' },
    save: '保存',
    saved: '邮件通知已更新。',
  },
  en: {
    heading: 'By mail',
    lead: 'Messages you have not read yet, mailed to you. What you read in the site is not mailed.',
    unverified: 'Please confirm your e-mail first.',
    toAccount: 'Confirm it',
    kinds: {
      comment: 'Comments',
      reply: 'Replies',
      mention: 'Mentions',
      like: 'Likes',
      follow: 'Follows',
      system: 'From the site',
    },
    how: { off: 'No mail', at_once: 'At once', digest: 'In a digest' },
    digest: 'The digest comes (at 8:00 in Shanghai)',
    rhythms: { daily: 'Every day', weekly: 'On Mondays' },
    save: 'Save',
    saved: 'Saved.',
  },
})

export type NoticeMailText = (typeof noticeMailTexts)['en']
