import { OUTBOX_KEPT_FOR } from '#features/core/mail/outbox.ts'
import { DAY } from '#kernel/clock.ts'
import { bilingual } from '#kernel/i18n.ts'

export const adminMailTexts = bilingual({
  'zh-CN': {
    title: '邮件',
    lead: `本站发出的邮件，从新到旧，保留 ${OUTBOX_KEPT_FOR / DAY} 天。已发出的邮件不保留内容。`,
    noService:
      '本站没有邮件服务：邮件留在这里，不会发出。需要时，你可以把链接转交给本人。运维文档（docs/operations.md）说明了如何设置。',
    test: '给自己发一封测试邮件',
    tested: '测试邮件已放入发件箱。',
    retry: '重新发送',
    retryOf: (subject: string) => `重新发送：${subject}`,
    retried: '会再发送一次。',
    statuses: { waiting: '等待发送', sent: '已发出', kept: '留在这里', failed: '发送失败', dropped: '已作废' },
    attempts: (count: number) => `已尝试 ${count} 次`,
    read: '查看内容',
    open: '打开链接',
    none: '还没有邮件',
    noneHint: '注册、找回密码等需要邮件时，会出现在这里。',
  },
  en: {
    title: 'Mail',
    lead: `What this site sends by mail, newest first, for ${OUTBOX_KEPT_FOR / DAY} days. Of a mail that was sent the contents are not kept.`,
    noService:
      'This site has no mail service: its mail stays here. Where it matters, you can hand the link on. docs/operations.md says how to set mail up.',
    test: 'Send a test mail to myself',
    tested: 'The test mail is in the outbox.',
    retry: 'Send again',
    retryOf: (subject: string) => `Send again: ${subject}`,
    retried: 'It is sent once more.',
    statuses: { waiting: 'Waiting', sent: 'Sent', kept: 'Kept here', failed: 'Failed', dropped: 'No longer needed' },
    attempts: (count: number) => (count === 1 ? 'tried once' : `tried ${count} times`),
    read: 'What it says',
    open: 'Open the link',
    none: 'No mail yet',
    noneHint: 'What registrations, lost passwords and the like cause shows up here.',
  },
})

export type AdminMailText = (typeof adminMailTexts)['en']
