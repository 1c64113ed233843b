/**
 * Mail. A command adds `mail(...)` to its batch: a row of `outbox` with a `MailText`. `sendsMail`
 * on the route line delivers it after the response. A token in a mail is 32 random bytes, stored as
 * a hash. kinds.ts says for each kind whether it may go to an unverified address. The Worker sends
 * through the binding `EMAIL`. On one's own machine with `SMTP_URL`, scripts/site/miniflare.ts
 * provides this binding and passes mail to the Node process (scripts/site/smtp.ts), so the runtime
 * does not get the password of the mail server.
 */

import { and, sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import type { OutboxRow } from '#db/schema/core.ts'
import { PRODUCT_NAME } from '#features/core/identity/identity.ts'
import {
  MAIL_KINDS,
  OPEN_KINDS,
  type OpenKind,
  type VerifiedKind,
} from '#features/core/mail/kinds.ts'
import { SITE_NAME, subjectLine, type Written } from '#features/core/mail/mail-text.ts'
import { after, DAY, HOUR } from '#kernel/clock.ts'
import type { Secret } from '#kernel/crypto/secrets.ts'
import type { Language } from '#kernel/i18n.ts'
import { UNVERIFIED_MAILS_A_DAY, UNVERIFIED_MAILS_AN_HOUR } from '#kernel/rate-limits.ts'

/** The site address (for links) and the language of the request that causes a mail. */
export interface MailOrigin {
  site: string
  language: Language
}

interface OpenMail extends MailOrigin {
  kind: OpenKind
  /** The token that the text contains. The text is deleted when the token becomes invalid. */
  secret: Secret
  /** Writes the text. It gets no text of users, because the address may belong to a stranger. */
  write: (token: string, language: Language) => Written
}

interface VerifiedMail extends MailOrigin, Written {
  kind: VerifiedKind
  /**
   * The hash of the token in the text, if it has one. The text is deleted when the token becomes
   * invalid.
   */
  tokenHash?: string
  /** The mail is refused if the address has got a mail with one of these keys in the last day. */
  onceADay?: readonly string[]
}

/** A row of the channel `mail`. The table requires these columns. */
export type Mail = Omit<OutboxRow, Required | 'status'> & {
  [Name in Required]: NonNullable<OutboxRow[Name]>
} & { status: Exclude<OutboxRow['status'], 'queued'> }
type Required = 'user_id' | 'address' | 'language' | 'site' | 'subject'

/**
 * Adds a mail to the outbox. Put this statement into the batch of the command, so that both commit
 * together. `to` selects `uid` and `address` of one recipient; without a row there is no mail. Mail
 * beyond the limits of the address is silently refused, because an error would reveal what others
 * send to it. The statement then changes no row.
 */
export function mail(
  to: Statement,
  about: OpenMail | VerifiedMail,
  now: Date,
): Statement<{ id: number }> {
  const { kind, site, language } = about
  const { subject, text } = 'write' in about ? about.write(about.secret.token, language) : about
  const tokenHash = 'write' in about ? about.secret.hash : about.tokenHash
  const keys = 'write' in about ? [] : (about.onceADay ?? [])
  const areNew = keys.map(
    (key) => sql`NOT EXISTS (SELECT 1 FROM ${today(now)} AND instr(once_keys, ${key}) > 0)`,
  )
  const at = now.toISOString()
  return sql`
    INSERT INTO outbox (user_id, kind, address, language, site, subject, letter, token_hash, once_keys, next_attempt_at,
      created_at)
    SELECT uid, ${kind}, address, ${language}, ${site}, replace(${subjectLine(subject)}, ${SITE_NAME}, named.name),
      replace(${JSON.stringify(text)}, ${SITE_NAME}, named.in_json), ${tokenHash ?? null}, ${keys.join(' ') || null}, ${at},
      ${at}
    FROM (${to}) recipient CROSS JOIN (${NAMED}) named
    WHERE ${and(isAllowed(kind, now), ...areNew)}
    RETURNING id`
}

/**
 * Selects the recipient of the accepted mail with this token. Use it to store a new token: a
 * refused mail must not replace the token of an earlier mail.
 */
export function mailedTo(tokenHash: string): Statement {
  return sql`SELECT user_id AS uid, address FROM outbox WHERE token_hash = ${tokenHash}`
}

/**
 * Whether the recipient may get another mail of this kind. It reads the index entries of one
 * address for the last day.
 */
function isAllowed(kind: OutboxRow['kind'], now: Date): Statement {
  const { to, aDay } = MAIL_KINDS[kind]
  if (aDay === null) return IS_VERIFIED
  const isOpen = sql`kind IN ${OPEN_KINDS}`
  const isRecent = sql`created_at > ${after(now, -HOUR).toISOString()}`
  const isRare = sql`COUNT(*) FILTER (WHERE ${isOpen}) < ${UNVERIFIED_MAILS_A_DAY}
    AND COUNT(*) FILTER (WHERE ${isOpen} AND ${isRecent}) < ${UNVERIFIED_MAILS_AN_HOUR}`
  const mayGet = to === 'anyone' ? sql`(${IS_VERIFIED} OR (${isRare}))` : IS_VERIFIED
  return sql`(SELECT COUNT(*) < ${aDay} AND ${mayGet} FROM ${today(now)} AND kind <> 'digest')`
}

function today(now: Date): Statement {
  return sql`
    outbox INDEXED BY outbox_to_address
    WHERE outbox.address = recipient.address AND created_at > ${after(now, -DAY).toISOString()}`
}

/**
 * Only the address of this very user counts, because a stranger may request a link to an address
 * that another user has verified.
 */
const IS_VERIFIED = sql`EXISTS (
  SELECT 1 FROM users
  WHERE users.uid = recipient.uid AND users.email = recipient.address AND users.email_verified_at IS NOT NULL)`

/** The name of the site, plain and escaped for a JSON string. */
const NAMED = sql`
  SELECT name, substr(json_quote(name), 2, length(json_quote(name)) - 2) AS in_json
  FROM (SELECT coalesce(name, ${PRODUCT_NAME}) AS name FROM site_identity WHERE id = 1)`

export function addressOf(uid: number): Statement {
  return sql`SELECT uid, email AS address FROM users WHERE uid = ${uid} AND email IS NOT NULL`
}
