import { and, sql } from 'drizzle-orm'
import { behindId, type Database, type Group, group } from '#db/client.ts'
import { askToVerify } from '#features/accounts/email/email.ts'
import { PRODUCT_NAME, wholeIdentity } from '#features/core/identity/identity.ts'
import { mailSentences } from '#features/core/mail/mail-text.ts'
import { asText, linkIn } from '#features/core/mail/message.ts'
import { addressOf, type Mail, type MailOrigin, mail } from '#features/core/mail/outbox.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { HOUR, SECOND } from '#kernel/clock.ts'
import { newSecret } from '#kernel/crypto/secrets.ts'
import { AppError } from '#kernel/errors.ts'
import { cursorBy, type Page, type PageRequest, pageOf } from '#kernel/paging.ts'

export interface MailItem extends Omit<Mail, 'letter' | 'language' | 'site'> {
  /** Null after the mail has been sent or its token has expired. */
  text: string | null
  /** The link in the text, if it has one. */
  link: string | null
}

/** The mails of the outbox, newest first: sent, waiting, kept and failed ones. */
export function mailPage(request: PageRequest): Group<Page<MailItem>> {
  const rows = sql<Mail>`
    SELECT * FROM outbox WHERE ${and(sql`channel = 'mail'`, behindId(request, sql`id`))}
    ORDER BY id DESC LIMIT ${request.limit + 1}`
  return group({ rows, identity: wholeIdentity }, ({ rows, identity }) => {
    const name = identity.name ?? PRODUCT_NAME
    return pageOf(['mail'], rows, request, cursorBy('id', 'id'), (row) => asItem(row, name))
  })
}

/** Sends a kept or failed mail again. Refused if its text is no longer stored. */
export async function retryMail(db: Database, id: number, now: Date): Promise<void> {
  const [waiting] = await db.batch([
    sql`UPDATE outbox SET status = 'waiting', settled_at = NULL, next_attempt_at = ${now.toISOString()}
        WHERE id = ${id} AND status IN ('kept', 'failed') AND letter IS NOT NULL RETURNING id`,
  ])
  if (waiting.length === 0) throw new AppError('not_found')
}

/**
 * Sends a test mail to the owner. An unverified address gets the verification link instead, which
 * is a test as well.
 */
export async function sendTestMail(
  db: Database,
  owner: Viewer,
  origin: MailOrigin,
  now: Date,
): Promise<void> {
  const { subject, line, label } = mailSentences[origin.language].test
  const text = { lines: [line], action: { label, path: '/admin/mail' }, notes: [] }
  const to = addressOf(owner.uid)
  const [accepted] =
    owner.email_verified_at === null
      ? await db.batch(askToVerify(to, await newSecret(), origin, now))
      : await db.batch([mail(to, { ...origin, kind: 'test', subject, text }, now)])
  if (accepted.length === 0)
    throw new AppError('rate_limited', { retryAfterSeconds: HOUR / SECOND })
}

function asItem({ letter, language, site, ...row }: Mail, name: string): MailItem {
  if (letter === null) return { ...row, text: null, link: null }
  const { subject } = row
  return {
    ...row,
    text: asText(JSON.parse(letter), { subject, language, site, name }),
    link: linkIn({ site, letter }),
  }
}
