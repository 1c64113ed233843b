import { SITE_NAME } from '#features/core/mail/letter.ts'
import { bilingual } from '#kernel/i18n.ts'

export const mailSentences = bilingual({
  'zh-CN': {
    because: (name: string) => `你收到这封邮件，是因为有人在 ${name} 使用了这个邮箱地址。`,
    unsubscribe: '退订这类邮件',
    test: {
      subject: `${SITE_NAME} 的测试邮件`,
      line: '如果你读到了这封邮件，说明本站可以发送邮件。',
      label: '查看邮件状态',
    },
  },
  en: {
    because: (name: string) => `You get this mail because this address was used at ${name}.`,
    unsubscribe: 'Unsubscribe',
    test: {
      subject: `A test mail from ${SITE_NAME}`,
      line: 'If you can read this, the site can send mail.',
      label: 'See what was sent',
    },
  },
})
