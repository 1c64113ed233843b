import { sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import type { OutboxRow } from '#db/schema/mail.ts'
import { PRODUCT_NAME } from '#features/core/identity/default-identity.ts'
import { type Letter, SITE_NAME, subjectLine } from '#features/core/mail/letter.ts'
import { after, DAY } from '#kernel/clock.ts'
import type { Language } from '#kernel/i18n.ts'

/** Site address (for links) and language of the request that causes a mail. */
export interface MailOrigin {
  site: string
  language: Language
}

interface Mail extends MailOrigin {
  kind: OutboxRow['kind']
  subject: string
  letter: Letter
  /** Hash of the token in the letter. The letter is deleted when the token becomes invalid. */
  tokenHash?: string
}

/**
 * Adds a mail to the outbox. Put this statement into the batch of the command, so that both commit together. `to` selects `uid`
 * and `address`; without a row there is no mail.
 */
export function mail(to: Statement, { kind, site, language, subject, letter, tokenHash }: Mail, now: Date): Statement {
  const at = now.toISOString()
  return sql`
    INSERT INTO outbox (user_id, kind, address, language, site, subject, letter, token_hash, next_attempt_at, created_at)
    SELECT uid, ${kind}, address, ${language}, ${site}, replace(${subjectLine(subject)}, ${SITE_NAME}, named.name),
      replace(${JSON.stringify(letter)}, ${SITE_NAME}, named.in_json), ${tokenHash ?? null}, ${at}, ${at}
    FROM (${to}) CROSS JOIN (${NAMED}) named`
}

/** The name of the site, plain and escaped for a JSON string. */
const NAMED = sql`
  SELECT name, substr(json_quote(name), 2, length(json_quote(name)) - 2) AS in_json
  FROM (SELECT coalesce(name, ${PRODUCT_NAME}) AS name FROM site_identity WHERE id = 1)`

export function addressOf(uid: number): Statement {
  return sql`SELECT uid, email AS address FROM users WHERE uid = ${uid} AND email IS NOT NULL`
}

/** How long the owner sees the status of a mail. */
export const OUTBOX_KEPT_FOR = 30 * DAY
const ROWS_A_RUN = 1_000

/** For the cron: deletes old mails, a bounded number per run. */
export function forgetOldMail(now: Date): Statement {
  const oldest = after(now, -OUTBOX_KEPT_FOR).toISOString()
  return sql`
    DELETE FROM outbox WHERE id IN (SELECT id FROM outbox WHERE settled_at <= ${oldest} LIMIT ${ROWS_A_RUN})`
}
