import { bilingual } from '#kernel/i18n.ts'

/**
 * Texts for the buttons, for the page without JavaScript and for the dialog
 * (client/reports/dialog.ts).
 */
export const reportTexts = bilingual({
  button: {
    post: ['举报这篇文章', 'Report this post'],
    comment: ['举报这条评论', 'Report this comment'],
    user: ['举报这个用户', 'Report this user'],
  },
  lead: [
    '举报会提交给管理员。对方不会知道是谁举报的，处理结果会通知你。',
    'Admins will review your report. It is anonymous to other users, and you will be notified of the result.',
  ],
  help: ['举报之后会发生什么', 'What happens to a report'],
  reason: ['举报原因', 'Reason'],
  reasons: {
    spam: ['广告或垃圾内容', 'Spam'],
    abuse: ['攻击或骚扰', 'Abuse or harassment'],
    illegal: ['违法内容', 'Illegal content'],
    other: ['其他', 'Other'],
  },
  choose: ['请选择举报原因。', 'Choose a reason.'],
  note: ['补充说明（选填）', 'Details (optional)'],
  send: ['提交举报', 'Send report'],
  cancel: ['取消', 'Cancel'],
  sent: ['举报已提交，谢谢。', 'Report sent. Thank you.'],
  back: ['返回', 'Back'],
})
