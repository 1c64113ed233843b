import type { Bindings } from '#env'
import { senderIn } from '#features/core/mail/mail-text.ts'
import type { Message } from '#features/core/mail/message.ts'
import { bilingual } from '#kernel/i18n.ts'

/**
 * The result of sending a mail. The user is notified of problems of the address. Sending is retried
 * after temporary problems.
 */
export type SendResult =
  | { problem: null; messageId: string | null }
  | { problem: string; fault: 'service' | 'mail' | 'address'; isTransient: boolean }

export interface MailService {
  send(message: Message): Promise<SendResult>
}

export type MailBindings = Pick<Bindings, 'EMAIL' | 'MAIL_FROM'>
export type LetterBindings = Pick<Bindings, 'LETTERS' | 'LETTERS_FROM'>

/** The service that sends account mail. Null if the site has none. */
export function mailServiceOf({ EMAIL, MAIL_FROM }: MailBindings): MailService | null {
  return serviceOf(EMAIL, MAIL_FROM)
}

/**
 * The service that sends letters, or null. It is apart from that of account mail, because a
 * complaint about a letter must not block a password reset.
 */
export function letterServiceOf({ LETTERS, LETTERS_FROM }: LetterBindings): MailService | null {
  return serviceOf(LETTERS, LETTERS_FROM)
}

/**
 * Cloudflare Email Service, or SMTP behind the same interface. Only this module uses the bindings.
 * Null if the binding or the sender is missing.
 */
function serviceOf(binding: SendEmail | undefined, sender = ''): MailService | null {
  const from = senderIn(sender)
  if (!binding || !from) return null
  return {
    async send({ senderName, ...message }) {
      try {
        const { messageId } = await binding.send({
          from: { ...from, name: senderName ?? from.name },
          ...message,
        })
        return { problem: null, messageId: messageId || null }
      } catch (error) {
        return problemOf(error)
      }
    },
  }
}

/**
 * The problem in an error of the service. The codes are listed at
 * https://developers.cloudflare.com/email-service/api/send-emails/workers-api/. Unknown errors
 * count as temporary.
 */
function problemOf(error: unknown): SendResult {
  const { code, message } = error as { code?: unknown; message?: unknown }
  const problem =
    [code, message].filter((part) => typeof part === 'string').join(': ') || String(error)
  const name = typeof code === 'string' ? code : ''
  if (name === 'E_DELIVERY_FAILED') return { problem, fault: 'address', isTransient: true }
  if (REFUSED_ADDRESS.has(name)) return { problem, fault: 'address', isTransient: false }
  if (OF_THE_MAIL.test(name)) return { problem, fault: 'mail', isTransient: false }
  return { problem, fault: 'service', isTransient: name !== SMTP_REFUSED }
}

const REFUSED_ADDRESS = new Set(['E_RECIPIENT_SUPPRESSED', 'E_RECIPIENT_NOT_ALLOWED'])
/** A mail server refuses the connection or the login with a 5xx (scripts/site/smtp.ts). */
const SMTP_REFUSED = 'E_SMTP_REFUSED'
const OF_THE_MAIL = /^E_(VALIDATION_ERROR|FIELD_MISSING|CONTENT_TOO_LARGE|HEADER)/

/**
 * Where mail of this site goes: to its reader, to the terminal of a local run, or only to the
 * outbox at /admin/mail.
 */
export type MailDestination = 'sent' | 'printed' | 'stored'

export function mailDestinationOf(env: Bindings): MailDestination {
  if (mailServiceOf(env)) return 'sent'
  return env.ENVIRONMENT === 'development' ? 'printed' : 'stored'
}

/** Says where to find the link of a mail that is not sent. */
export const unsentTexts = bilingual({
  printed: [
    '本站不发送邮件。链接会显示在运行本站的终端里，站长也可以在 /admin/mail 看到。',
    'This site does not send e-mail. The link appears in the terminal that runs the site, and the owner finds it at /admin/mail.',
  ],
  stored: [
    '本站无法发送邮件。请联系站长获取链接，站长可以在 /admin/mail 看到。',
    'This site cannot send e-mail. Ask the owner for the link: it is at /admin/mail.',
  ],
})
