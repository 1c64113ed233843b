import { sql } from 'drizzle-orm'
import type { OutboxRow } from '#db/schema/core.ts'
import type { MailText } from '#features/core/mail/mail-text.ts'
import { addressOf, mail } from '#features/core/mail/outbox.ts'
import { mailSender } from '#features/core/mail/sender.ts'
import { deliver } from '#features/core/outbox/deliver.ts'
import type { World } from '#test/world.ts'

type Sent = Parameters<SendEmail['send']>[0] & {
  to: string
  subject: string
  text: string
  html: string
}

/** A stub of the mail binding: records messages and throws the documented errors of Cloudflare. */
export class Binding implements SendEmail {
  readonly sent: Sent[] = []
  /** Returns the error code for a mail to this address, or null to accept it. */
  fails: (to: string) => string | null = () => null

  async send(message: unknown): Promise<EmailSendResult> {
    const mail = message as Sent
    const code = this.fails(mail.to)
    if (code !== null) throw Object.assign(new Error('as the test wants it'), { code })
    this.sent.push(mail)
    return { messageId: crypto.randomUUID() }
  }
}

export function run(world: World, binding: SendEmail, most = 200) {
  const sender = mailSender({ ...world.env, EMAIL: binding, MAIL_FROM: 'Joule <mail@joule.test>' })
  return deliver(world.db, [sender], world.now, { most })
}

export const MAIL_TEXT: MailText = {
  lines: ['A line'],
  action: { label: 'Press', path: '/x' },
  notes: ['A note'],
}

/**
 * Adds mails for this user to the outbox and verifies the address. One statement, so that the daily
 * limit counts none of them.
 */
export async function queue(
  world: World,
  user: { uid: number },
  count = 1,
  subject = 'A subject',
): Promise<void> {
  const about = {
    kind: 'test',
    site: 'http://joule.test',
    language: 'en',
    subject,
    text: MAIL_TEXT,
  } as const
  const many = sql`
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
    SELECT a.* FROM n CROSS JOIN (${addressOf(user.uid)}) a`
  await world.db.batch([
    sql`UPDATE users SET email_verified_at = created_at WHERE uid = ${user.uid}`,
    mail(many, about, world.now),
  ])
}

export function mailsOf(world: World, { uid }: { uid: number }): Promise<OutboxRow[]> {
  return world.db.all(sql<OutboxRow>`SELECT * FROM outbox WHERE user_id = ${uid} ORDER BY id`)
}

/** Removes the mails of other tests. */
export const emptyOutbox = (world: World) => world.db.batch([sql`DELETE FROM outbox`])
