import type { OutboxRow } from '#db/schema/mail.ts'
import { shadesOf } from '#features/core/identity/accent.ts'
import type { Identity } from '#features/core/identity/identity.ts'
import { PRODUCT_NAME } from '#features/core/identity/words.ts'
import { asHtml, DEFAULT_SHADES } from '#features/core/mail/layout-html.ts'
import { asText } from '#features/core/mail/layout-text.ts'
import type { Letter } from '#features/core/mail/letter.ts'

export interface Message {
  to: string
  subject: string
  text: string
  html: string
  /** The name of the sender, where the owner has given the site one. */
  senderName: string | null
  headers: Record<string, string>
}

type Sendable = Pick<OutboxRow, 'address' | 'language' | 'site' | 'subject'> & { letter: string }

/** As the site presents itself at this moment. */
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

/** So that mail programs offer their own button, which posts to this address (RFC 8058). The service takes no plain HTTP here. */
function listHeaders({ unsubscribe }: Letter, site: string): Record<string, string> {
  if (!unsubscribe || !site.startsWith('https://')) return {}
  return { 'List-Unsubscribe': `<${site}${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

/** The one address that a letter leads to, if any. */
export function linkIn({ site, letter }: Pick<Sendable, 'site' | 'letter'>): string | null {
  const { action }: Letter = JSON.parse(letter)
  return action ? site + action.path : null
}
