import { createTransport } from 'nodemailer'
import type { Message } from '#features/core/mail/message.ts'
import type { Smtp } from './smtp-settings.ts'

/** A mail as the Worker passes it to its `EMAIL` binding. */
export type Mail = Omit<Message, 'senderName'> & { from: Smtp['sender'] }

/**
 * The response of the mail server, or a failure. `code` is an error code of Cloudflare's binding
 * where one fits (features/core/mail/service.ts).
 */
export type SmtpOutcome =
  | { messageId: string; response: string }
  | { code: string; message: string }

export type SendMail = (mail: Mail) => Promise<SmtpOutcome>

/**
 * RFC 8058 requires that the signature covers both headers of the one-click link. nodemailer's
 * default omits the second one.
 */
const SIGNED_HEADERS =
  'From:Sender:Reply-To:Subject:Date:Message-ID:To:MIME-Version:Content-Type:Content-Transfer-Encoding:List-Id:List-Unsubscribe:List-Unsubscribe-Post:Feedback-ID:Auto-Submitted'

/**
 * Adds a mailto address for the unsubscribe button of mail programs, and the Feedback-ID. The
 * Worker cannot add them, because Cloudflare refuses a mailto address and sets Feedback-ID itself.
 */
function listHeaders(headers: Mail['headers'], mailto: string): Mail['headers'] {
  const { 'List-Unsubscribe': link, 'List-Id': list } = headers
  return {
    ...headers,
    ...(link && { 'List-Unsubscribe': `${link}, <mailto:${mailto}?subject=unsubscribe>` }),
    ...(list && { 'Feedback-ID': `${list.slice(1, list.indexOf('.'))}:letters:joule` }),
  }
}

/**
 * Providers limit the connections of a client and the mails of a connection. A mail whose
 * connection was closed is not repeated here, because the outbox repeats it.
 */
const POOL = {
  pool: true,
  maxConnections: 3,
  maxMessages: 20,
  maxRequeues: 0,
  idleTimeout: 5_000,
} as const
const TIMEOUT = 20_000

interface Options {
  timeout?: number
  /**
   * Receives the outcome of a failure: without addresses, and without the response of the server,
   * which may quote them.
   */
  log?(outcome: string): void
}

/** Sends mail by SMTP. A failure is a returned `code`, not an error. */
export function openSmtp(
  { host, port, tls, auth, dkim, mailto }: Smtp,
  { timeout = TIMEOUT, log }: Options = {},
): SendMail {
  const transport = createTransport({
    ...POOL,
    host,
    port,
    secure: tls === 'implicit',
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'off',
    // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED=0 does not turn verification off.
    tls: { rejectUnauthorized: true, minVersion: 'TLSv1.2' },
    ...(auth && { auth }),
    ...(dkim && { dkim: { ...dkim, headerFieldNames: SIGNED_HEADERS } }),
    dnsTimeout: timeout,
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return async ({ from, to, subject, text, html, headers }) => {
    try {
      const { messageId, response } = await transport.sendMail({
        from: { name: from.name, address: from.email },
        // An object, because a string is parsed as a list of addresses.
        to: { name: '', address: to },
        subject,
        text,
        html,
        headers: mailto ? listHeaders(headers, mailto) : headers,
      })
      return { messageId, response: inOneLine(response) }
    } catch (error) {
      const failed = error as SmtpError
      log?.(outcomeOf(failed))
      return { code: codeOf(failed), message: inOneLine(failed.response ?? failed.message) }
    }
  }
}

/** The properties that nodemailer adds to errors. */
interface SmtpError extends Error {
  code?: string
  originalCode?: string
  /** The command that failed, and the response of the server to it. */
  command?: string
  response?: string
  responseCode?: number
}

/**
 * A status of 4xx and a connection error are temporary. A status of 5xx is final, and so is a mail
 * that nodemailer itself refuses to send.
 */
function codeOf({ responseCode, response = '', command = '', code = '' }: SmtpError): string {
  const isFinal = responseCode ? responseCode >= 500 : ['EENVELOPE', 'EMESSAGE'].includes(code)
  if (!isFinal) return command === 'RCPT TO' ? 'E_DELIVERY_FAILED' : 'E_SMTP_UNAVAILABLE'
  // 5.7.x refuses the sender, not the address, for example "relaying denied".
  if (command === 'RCPT TO' && !/^\d+[ -]5\.7\./.test(response)) return 'E_RECIPIENT_NOT_ALLOWED'
  return ['MAIL FROM', 'RCPT TO', 'DATA', 'API'].includes(command)
    ? 'E_VALIDATION_ERROR'
    : 'E_SMTP_REFUSED'
}

function outcomeOf({ responseCode, command, code, originalCode }: SmtpError): string {
  return responseCode
    ? `the mail server responded with ${responseCode} to ${command}`
    : (originalCode ?? code ?? 'unknown')
}

const MESSAGE_MAX = 500

const inOneLine = (text: string) =>
  text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, MESSAGE_MAX)
