import { SITE_NAME } from '#features/core/mail/letter.ts'
import { bilingual } from '#kernel/i18n.ts'

export const mailSentences = bilingual({
  'zh-CN': {
    because: (name: string) => `你收到这封邮件，是因为此邮箱曾在 ${name} 使用。`,
    unsubscribe: '退订这类邮件',
    test: {
      subject: `${SITE_NAME} 的测试邮件`,
      line: '如果你看到这封邮件，说明本站可以正常发送邮件。',
      label: '查看邮件状态',
    },
  },
  en: {
    because: (name: string) => `You received this e-mail because this address was used on ${name}.`,
    unsubscribe: 'Unsubscribe',
    test: {
      subject: `A test mail from ${SITE_NAME}`,
      line: 'If you can read this, the site can send e-mail.',
      label: 'View mail status',
    },
  },
})
