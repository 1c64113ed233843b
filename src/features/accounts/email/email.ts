import { sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import {
  type OwnSession,
  requireConfirmed,
} from '#features/accounts/confirmation/require-confirmed.ts'
import { changeMail, changeNoticeMail, verifyMail } from '#features/accounts/recovery/mails.ts'
import { mailWithNotMe } from '#features/accounts/recovery/not-me.ts'
import { issueToken } from '#features/accounts/recovery/tokens.ts'
import { addressOf, type MailOrigin, mail, mailedTo } from '#features/core/mail/outbox.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { newSecret, type Secret } from '#kernel/crypto/secrets.ts'
import { AppError } from '#kernel/errors.ts'

/** Mails a link that verifies the address of the account. `user` selects `uid` and `address`. */
export function askToVerify(
  user: Statement,
  secret: Secret,
  origin: MailOrigin,
  now: Date,
): [Statement, ...Statement[]] {
  return [
    mail(user, { ...origin, kind: 'verify', secret, write: verifyMail }, now),
    ...issueToken(mailedTo(secret.hash), { kind: 'verify', hash: secret.hash }, now),
  ]
}

/** Mails the link again. Refused if the address is already verified. */
export async function sendVerification(
  db: Database,
  viewer: Viewer,
  origin: MailOrigin,
  now: Date,
): Promise<void> {
  if (viewer.email_verified_at !== null) throw new AppError('invalid_transition')
  await db.batch(askToVerify(addressOf(viewer.uid), await newSecret(), origin, now))
}

/**
 * Mails a link to the new address and a notice to the old one. Nothing changes until the link is
 * used. The response does not reveal whether the new address is taken; only the link does, to the
 * reader of that mailbox.
 */
export async function askToChangeEmail(
  db: Database,
  own: OwnSession,
  { email, password }: { email: string; password?: string | undefined },
  origin: MailOrigin,
  now: Date,
): Promise<void> {
  const { viewer, sid } = own
  await requireConfirmed(db, own, password, now)
  const secret = await newSecret()
  const newAddress = sql`SELECT ${viewer.uid} AS uid, ${email} AS address`
  const { language } = origin
  await db.batch([
    mail(newAddress, { ...origin, kind: 'email', secret, write: changeMail }, now),
    ...issueToken(mailedTo(secret.hash), { kind: 'email', hash: secret.hash }, now),
    ...(await mailWithNotMe(
      viewer.uid,
      {
        ...origin,
        kind: 'email_notice',
        about: 'email_change',
        sid,
        when: sql`TRUE`,
        write: (path) => changeNoticeMail(email, path, language),
      },
      now,
    )),
  ])
}

/**
 * Refuses a viewer without a verified address, if the site requires one. The owner is exempt,
 * because a site whose mail does not work would otherwise be locked.
 */
export function requireVerifiedEmail(viewer: Viewer, isRequired: boolean): void {
  if (isRequired && !isVerifiedOrOwner(viewer)) throw new AppError('email_unverified')
}

export function isVerifiedOrOwner({
  email_verified_at,
  role,
}: Pick<Viewer, 'email_verified_at' | 'role'>): boolean {
  return email_verified_at !== null || role === 'owner'
}
