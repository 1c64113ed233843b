import { PRODUCT_NAME } from '#features/core/identity/identity.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'
import { namedTime } from '#kernel/time-zone.ts'
import { type Device, deviceName } from '#kernel/user-agent.ts'

/** The content of a mail. HTML and plain text are rendered from it when the mail is sent. */
export interface MailText {
  /** Paragraphs above the button. */
  lines: string[]
  /** The button. `path` is a path of this site. */
  action?: { label: string; path: string }
  /** A list above the button. `path` is the link of the item on this site. */
  items?: { id: number; text: string; path: string | null }[]
  /** The path of the unsubscribe link. */
  unsubscribe?: string
  /** Small print below the button. */
  notes: string[]
}

/** The text of a mail in the language of its reader. */
export interface Written {
  subject: string
  text: MailText
}

/**
 * A placeholder for the name of the site in texts and subjects, which `mail` replaces. It is a
 * private-use character of Unicode, which user content never contains.
 */
export const SITE_NAME = '\u{e000}'

const SUBJECT_MAX = 200

/**
 * A subject without control characters: a line break in a name or title could inject a mail header.
 */
export function subjectLine(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  return [...line].slice(0, SUBJECT_MAX).join('')
}

/** The device, IP address and country of a request that changed an account. */
export interface DeviceSeen extends Device {
  ip: string
  country: string | null
}

/**
 * The device, the place and the time (in the zone of the user) of a request, so that users can
 * recognise their own actions.
 */
export function deviceLines(
  { ip, country, ...device }: DeviceSeen,
  now: Date,
  zone: string,
  language: Language,
): string {
  const place = country === null ? ip : `${ip} (${country})`
  return `${deviceName(device, language)}\n${place}\n${namedTime(now, zone, language)}`
}

export const mailSentences = bilingual({
  because: [
    (name: string) => `你收到这封邮件，是因为此邮箱曾在 ${name} 使用。`,
    (name: string) => `You received this e-mail because this address was used on ${name}.`,
  ],
  unsubscribe: ['退订这类邮件', 'Unsubscribe'],
  test: {
    subject: [`${SITE_NAME} 的测试邮件`, `A test mail from ${SITE_NAME}`],
    line: [
      '如果你看到这封邮件，说明本站可以正常发送邮件。',
      'If you can read this, the site can send e-mail.',
    ],
    label: ['查看邮件状态', 'View mail status'],
  },
})

/**
 * The sender in `Joule <mail@example.com>`, or in an address alone. Null if the text is neither.
 */
export function senderIn(text: string): { email: string; name: string } | null {
  const [, name = '', email = ''] =
    /^(?:"?([^"<>\r\n]*)(?:"\s*)?<)?([^\s<>@]+@[^\s<>@]+)>?$/.exec(text.trim()) ?? []
  return email === '' ? null : { email, name: name.trim() || PRODUCT_NAME }
}
