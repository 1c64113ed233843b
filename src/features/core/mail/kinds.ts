import type { OutboxRow } from '#db/schema/core.ts'
import { MAILS_A_DAY, UNSOLICITED_MAILS_A_DAY } from '#kernel/rate-limits.ts'

interface MailKind {
  /**
   * `anyone`: the mail is sent also to an address that its user has not verified. `verified`: it is
   * sent only to the verified address of its user.
   */
  to: 'anyone' | 'verified'
  /**
   * The mail is refused if the address has already got this many mails in a day, digests excluded.
   * Null: there is no limit.
   */
  aDay: number | null
}

/**
 * Anyone can cause these mails by entering an address, so they contain no text of users: `mail`
 * passes only the token and the language to the function that writes the text. They leave room for
 * mails about the security of an account.
 */
const OPEN = { to: 'anyone', aDay: UNSOLICITED_MAILS_A_DAY } as const
/** These mails may quote users. */
const ACCOUNT = { to: 'verified', aDay: MAILS_A_DAY } as const

export const MAIL_KINDS = {
  verify: OPEN,
  /** The link that confirms a new address. */
  email: OPEN,
  reset: OPEN,
  test: ACCOUNT,
  password_changed: ACCOUNT,
  /** A warning to the old address, about a new one. */
  email_notice: ACCOUNT,
  sign_in: ACCOUNT,
  security: ACCOUNT,
  webhook: ACCOUNT,
  notices: { to: 'verified', aDay: UNSOLICITED_MAILS_A_DAY },
  digest: { to: 'verified', aDay: null },
} as const satisfies Record<OutboxRow['kind'], MailKind>

type Kinds = typeof MAIL_KINDS
export type OpenKind = {
  [Kind in keyof Kinds]: Kinds[Kind]['to'] extends 'anyone' ? Kind : never
}[keyof Kinds]
export type VerifiedKind = Exclude<keyof Kinds, OpenKind>

export const OPEN_KINDS = Object.entries<MailKind>(MAIL_KINDS).flatMap(([kind, { to }]) =>
  to === 'anyone' ? [kind] : [],
)
