import { OUTBOX_KEPT_FOR } from '#features/core/mail/outbox.ts'
import { DAY } from '#kernel/clock.ts'
import { bilingual } from '#kernel/i18n.ts'

export const adminMailTexts = bilingual({
  'zh-CN': {
    lead: `本站发出的邮件，从新到旧，保留 ${OUTBOX_KEPT_FOR / DAY} 天。已发出的邮件不保留内容。`,
    noService:
      '本站没有邮件服务，邮件只保存在这里，不会发出。必要时可以把链接转交给本人。设置方法见运维文档（docs/operations.md）。',
    test: '给自己发一封测试邮件',
    tested: '测试邮件已放入发件箱。',
    retry: '重新发送',
    retryOf: (subject: string) => `重新发送：${subject}`,
    retried: '已重新加入发送队列。',
    statuses: { waiting: '等待发送', sent: '已发出', kept: '未发送', failed: '发送失败', dropped: '已作废' },
    attempts: (count: number) => `已尝试 ${count} 次`,
    read: '查看内容',
    open: '打开链接',
    none: '还没有邮件',
    noneHint: '注册、找回密码等邮件会出现在这里。',
  },
  en: {
    lead: `Mail from this site, newest first, kept for ${OUTBOX_KEPT_FOR / DAY} days. The content of sent mail is deleted.`,
    noService:
      'This site has no mail service, so mail is stored here and not sent. If needed, you can pass on the link yourself. To set up mail, see docs/operations.md.',
    test: 'Send me a test mail',
    tested: 'The test mail is in the outbox.',
    retry: 'Send again',
    retryOf: (subject: string) => `Send again: ${subject}`,
    retried: 'Queued to be sent again.',
    statuses: { waiting: 'Waiting', sent: 'Sent', kept: 'Not sent', failed: 'Failed', dropped: 'No longer needed' },
    attempts: (count: number) => (count === 1 ? 'tried once' : `tried ${count} times`),
    read: 'Show content',
    open: 'Open link',
    none: 'No mail yet',
    noneHint: 'Mail for registrations, password resets and similar events appears here.',
  },
})
