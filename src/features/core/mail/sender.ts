import { sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import type { Bindings } from '#env'
import { siteIdentity } from '#features/core/identity/identity.ts'
import { linkIn, messageOf } from '#features/core/mail/message.ts'
import type { Mail } from '#features/core/mail/outbox.ts'
import { mailServiceOf } from '#features/core/mail/service.ts'
import { systemNotice } from '#features/core/notifications/notices.ts'
import type { Sender } from '#features/core/outbox/sender.ts'

/** Sends the mail of the outbox. Without a mail service, mail is kept for the owner to read. */
export function mailSender(env: Bindings): Sender<'mail'> {
  const service = mailServiceOf(env)
  return {
    channel: 'mail',
    parallel: 5,
    async open(db, _, now) {
      const identity = await siteIdentity(db, now)
      return async (row) => {
        const mail = row as Mail & { letter: string }
        if (service === null) {
          // A mail is never printed in production: its link contains a secret token.
          const { address: to, subject } = mail
          if (env.ENVIRONMENT === 'development')
            console.log(JSON.stringify({ level: 'mail', to, subject, link: linkIn(mail) }))
          return { status: 'kept' }
        }
        const outcome = await service.send(messageOf(mail, identity))
        if (outcome.problem === null)
          return { status: 'sent', messageId: outcome.messageId, also: [reachable(mail)] }
        const { problem, fault, isTransient } = outcome
        return {
          status: isTransient ? 'retry' : 'failed',
          problem,
          isDown: fault === 'service',
          // /admin/mail shows the problem to the owner.
          ifFailed: fault === 'address' ? unreachable(mail, now) : [],
        }
      }
    },
  }
}

function reachable({ user_id, address }: Mail): Statement {
  return sql`
    UPDATE users SET email_unreachable_at = NULL
    WHERE uid = ${user_id} AND email = ${address} AND email_unreachable_at IS NOT NULL`
}

/** Notifies the user on the site that the address is unreachable, once until a mail arrives. */
export function unreachable(
  { user_id, address }: Pick<Mail, 'user_id' | 'address'>,
  now: Date,
): Statement[] {
  const isNew = sql`uid = ${user_id} AND email = ${address} AND email_unreachable_at IS NULL`
  const about = { event: 'email_unreachable', address } as const
  return [
    systemNotice(
      { to: user_id, about, when: sql`EXISTS (SELECT 1 FROM users WHERE ${isNew})` },
      now,
    ),
    sql`UPDATE users SET email_unreachable_at = ${now.toISOString()} WHERE ${isNew}`,
  ]
}
