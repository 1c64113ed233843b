import { sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import type { OutboxRow } from '#db/schema/mail.ts'
import { type Letter, subjectLine } from '#features/mail/letter.ts'
import type { Language } from '#kernel/i18n.ts'

/** Where a mail is caused: links begin with the address of the site, and the texts are in the language of the request. */
export interface MailOrigin {
  site: string
  language: Language
}

export interface Mail extends MailOrigin {
  kind: OutboxRow['kind']
  subject: string
  letter: Letter
  /** Of the token in the letter: when the token is dead, the letter is erased. */
  tokenHash?: string
}

/**
 * A statement for the batch of the command that causes the mail, so that both commit or neither does. `to` selects `uid` and
 * `address`: no row, no mail.
 */
export function mail(to: Statement, { kind, site, language, subject, letter, tokenHash }: Mail, now: Date): Statement {
  const at = now.toISOString()
  return sql`
    INSERT INTO outbox (user_id, kind, address, language, site, subject, letter, token_hash, next_attempt_at, created_at)
    SELECT uid, ${kind}, address, ${language}, ${site}, ${subjectLine(subject)}, ${JSON.stringify(letter)},
      ${tokenHash ?? null}, ${at}, ${at}
    FROM (${to})`
}

/** The address that a user has at this moment. */
export function addressOf(uid: number): Statement {
  return sql`SELECT uid, email AS address FROM users WHERE uid = ${uid} AND email IS NOT NULL`
}

/** For the erasure of an account. */
export function eraseMail(uid: number): Statement {
  return sql`DELETE FROM outbox WHERE user_id = ${uid}`
}
