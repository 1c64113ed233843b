import { bilingual } from '#kernel/i18n.ts'

/** For the buttons, the page without JavaScript and the dialog (client/reports/dialog.ts). */
export const reportTexts = bilingual({
  'zh-CN': {
    button: { post: '举报这篇文章', comment: '举报这条评论', user: '举报这个用户' },
    lead: '举报会提交给管理员。对方不会知道是谁举报的，处理结果会通知你。',
    reason: '举报原因',
    reasons: { spam: '广告或垃圾内容', abuse: '攻击或骚扰', illegal: '违法内容', other: '其他' },
    choose: '请选择举报原因。',
    note: '补充说明（选填）',
    send: '提交举报',
    cancel: '取消',
    sent: '举报已提交，谢谢。',
    back: '返回',
  },
  en: {
    button: { post: 'Report this post', comment: 'Report this comment', user: 'Report this user' },
    lead: 'Admins will review your report. It is anonymous to other users, and you will be notified of the result.',
    reason: 'Reason',
    reasons: { spam: 'Spam', abuse: 'Abuse or harassment', illegal: 'Illegal content', other: 'Other' },
    choose: 'Choose a reason.',
    note: 'Details (optional)',
    send: 'Send report',
    cancel: 'Cancel',
    sent: 'Report sent. Thank you.',
    back: 'Back',
  },
})
