import { bilingual } from '#kernel/i18n.ts'

export const reportDialogTexts = bilingual({
  'zh-CN': {
    titles: {
      post: (name: string) => `举报 ${name} 的文章`,
      comment: (name: string) => `举报 ${name} 的评论`,
      user: (name: string) => `举报 ${name}`,
    },
    lead: '选一个原因就会发送给管理员。对方不会知道是谁举报的，结果会用消息告诉你。',
    reasons: { spam: '广告或垃圾内容', abuse: '攻击或骚扰', illegal: '违法内容', other: '其他' },
    note: '补充说明（选填，先写再选原因）',
    cancel: '取消',
    sent: '已收到，谢谢你。',
    block: (name: string) => `拉黑 ${name}`,
    blocked: (name: string) => `已拉黑 ${name}。可以在设置里解除。`,
  },
  en: {
    titles: {
      post: (name: string) => `Report a post by ${name}`,
      comment: (name: string) => `Report a comment by ${name}`,
      user: (name: string) => `Report ${name}`,
    },
    lead: 'Choose a reason, and the admins get it. Nobody learns who reported it; you will be told what came of it.',
    reasons: { spam: 'Spam', abuse: 'Abuse or harassment', illegal: 'Against the law', other: 'Something else' },
    note: 'Anything to add? (optional, before you choose)',
    cancel: 'Cancel',
    sent: 'Thank you. We will look at it.',
    block: (name: string) => `Block ${name}`,
    blocked: (name: string) => `You block ${name} now. The settings take it back.`,
  },
})
