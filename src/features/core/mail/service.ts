import type { Bindings } from '#env'
import { PRODUCT_NAME } from '#features/core/identity/words.ts'
import type { Delivery } from '#features/core/mail/deliver.ts'
import type { Message } from '#features/core/mail/message.ts'

/** Whether a mail was taken over. A problem that lies with the address is told to its user; one that may pass is tried again. */
type Outcome = { problem: null; messageId: string | null } | Problem

export interface Problem {
  problem: string
  lies: 'here' | 'with the mail' | 'with the address'
  mayPass: boolean
}

export interface MailService {
  send(message: Message): Promise<Outcome>
}

/** How this site delivers. On the machine of a developer a mail that is kept is told to the terminal, with its link. */
export function deliveryOf(env: Bindings): Delivery {
  return {
    service: mailServiceOf(env),
    onKept: (mail) => {
      // Never in production: a link with a token has no place in a log.
      if (env.ENVIRONMENT === 'development') console.log(JSON.stringify({ level: 'mail', ...mail }))
    },
  }
}

/** Cloudflare Email Service, if this site has it: no other module knows the binding. */
export function mailServiceOf({ EMAIL, MAIL_FROM }: Pick<Bindings, 'EMAIL' | 'MAIL_FROM'>): MailService | null {
  const from = senderIn(MAIL_FROM ?? '')
  if (!EMAIL || !from) return null
  return {
    async send({ senderName, ...message }) {
      try {
        const { messageId } = await EMAIL.send({ from: { ...from, name: senderName ?? from.name }, ...message })
        return { problem: null, messageId: messageId || null }
      } catch (error) {
        return problemOf(error)
      }
    },
  }
}

/** `Joule <mail@example.com>`, or the address alone. */
function senderIn(text: string): { email: string; name: string } | null {
  const [, name = '', email = ''] = /^\s*(?:"?([^"<>\r\n]*?)"?\s*<)?([^\s<>@]+@[^\s<>@]+)>?\s*$/.exec(text) ?? []
  return email === '' ? null : { email, name: name || PRODUCT_NAME }
}

/** Codes of https://developers.cloudflare.com/email-service/api/send-emails/workers-api/; whatever else may pass by itself. */
function problemOf(error: unknown): Outcome {
  const { code, message } = error as { code?: unknown; message?: unknown }
  const problem = [code, message].filter((part) => typeof part === 'string').join(': ') || String(error)
  const name = typeof code === 'string' ? code : ''
  if (name === 'E_DELIVERY_FAILED') return { problem, lies: 'with the address', mayPass: true }
  if (REFUSED_ADDRESS.has(name)) return { problem, lies: 'with the address', mayPass: false }
  if (OF_THE_MAIL.test(name)) return { problem, lies: 'with the mail', mayPass: false }
  return { problem, lies: 'here', mayPass: true }
}

const REFUSED_ADDRESS = new Set(['E_RECIPIENT_SUPPRESSED', 'E_RECIPIENT_NOT_ALLOWED'])
const OF_THE_MAIL = /^E_(VALIDATION_ERROR|FIELD_MISSING|CONTENT_TOO_LARGE|HEADER)/
