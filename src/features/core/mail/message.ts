import type { OutboxRow } from '#db/schema/mail.ts'
import { shadesOf } from '#features/core/identity/accent.ts'
import { PRODUCT_NAME } from '#features/core/identity/default-identity.ts'
import type { Identity } from '#features/core/identity/identity.ts'
import { asHtml, DEFAULT_SHADES } from '#features/core/mail/layout-html.ts'
import { asText } from '#features/core/mail/layout-text.ts'
import type { Letter } from '#features/core/mail/letter.ts'

export interface Message {
  to: string
  subject: string
  text: string
  html: string
  /** The sender name, if the owner has named the site. */
  senderName: string | null
  headers: Record<string, string>
}

type Sendable = Pick<OutboxRow, 'address' | 'language' | 'site' | 'subject'> & { letter: string }

/** Renders a mail with the current name and accent of the site. */
export function messageOf({ address, language, site, subject, letter: stored }: Sendable, identity: Identity): Message {
  const letter: Letter = JSON.parse(stored)
  const about = { subject, site, language, name: identity.name ?? PRODUCT_NAME }
  const shades = identity.accent === null ? DEFAULT_SHADES : shadesOf(identity.accent)
  return {
    to: address,
    subject,
    text: asText(letter, about),
    html: asHtml(letter, about, shades),
    senderName: identity.name,
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': language, ...listHeaders(letter, site) },
  }
}

/** Headers for the unsubscribe button of mail programs (RFC 8058). The mail service accepts only HTTPS here. */
function listHeaders({ unsubscribe }: Letter, site: string): Record<string, string> {
  if (!unsubscribe || !site.startsWith('https://')) return {}
  return { 'List-Unsubscribe': `<${site}${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

/** The address of the button of a letter, or null. */
export function linkIn({ site, letter }: Pick<Sendable, 'site' | 'letter'>): string | null {
  const { action }: Letter = JSON.parse(letter)
  return action ? site + action.path : null
}
