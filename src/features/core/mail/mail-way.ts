import type { Bindings } from '#env'
import { mailServiceOf } from '#features/core/mail/service.ts'
import { bilingual } from '#kernel/i18n.ts'

/** Where mail of this site goes: to its reader, to the terminal of a local run, or only to the outbox at /admin/mail. */
export type MailWay = 'sent' | 'printed' | 'stored'

export function mailWayOf(env: Bindings): MailWay {
  if (mailServiceOf(env)) return 'sent'
  return env.ENVIRONMENT === 'development' ? 'printed' : 'stored'
}

/** Where to find the link of a mail that is not sent. */
export const unsentTexts = bilingual({
  'zh-CN': {
    printed: '本站不发送邮件。链接会显示在运行本站的终端里，站长也可以在 /admin/mail 看到。',
    stored: '本站无法发送邮件。请联系站长获取链接，站长可以在 /admin/mail 看到。',
  },
  en: {
    printed:
      'This site does not send e-mail. The link appears in the terminal that runs the site, and the owner finds it at /admin/mail.',
    stored: 'This site cannot send e-mail. Ask the owner for the link: it is at /admin/mail.',
  },
})
