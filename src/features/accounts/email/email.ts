import { sql } from 'drizzle-orm'
import { concerningReturned, type Database, type Statement } from '#db/client.ts'
import { type OwnSession, requireConfirmed } from '#features/accounts/confirmation/require-confirmed.ts'
import { changeLetter, changeNoticeLetter, verifyLetter } from '#features/accounts/recovery/letters.ts'
import { mailWithNotMe } from '#features/accounts/recovery/not-me.ts'
import { endRequests, issueToken, liveToken } from '#features/accounts/recovery/tokens.ts'
import { addressOf, type MailOrigin, mail, mailedTo } from '#features/core/mail/outbox.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { hashOf, newSecret, type Secret } from '#kernel/crypto/secrets.ts'
import { AppError } from '#kernel/errors.ts'

/** Mails a link that verifies the address of the account. `user` selects `uid` and `address`. */
export function askToVerify(user: Statement, secret: Secret, origin: MailOrigin, now: Date) {
  return [
    mail(user, { ...origin, kind: 'verify', secret, write: verifyLetter }, now),
    ...issueToken(mailedTo(secret.hash), { kind: 'verify', hash: secret.hash }, now),
  ] as const
}

export async function sendVerification(db: Database, viewer: Viewer, origin: MailOrigin, now: Date): Promise<void> {
  if (viewer.email_verified_at !== null) throw new AppError('invalid_transition')
  await db.batch(askToVerify(addressOf(viewer.uid), await newSecret(), origin, now))
}

/**
 * Mails a link to the new address and a notice to the old one. Nothing changes until the link is used. The response does not reveal
 * whether the new address is taken; the link does, to the reader of that mailbox.
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
    mail(newAddress, { ...origin, kind: 'email', secret, write: changeLetter }, now),
    ...issueToken(mailedTo(secret.hash), { kind: 'email', hash: secret.hash }, now),
    ...(await mailWithNotMe(
      viewer.uid,
      {
        ...origin,
        kind: 'email_notice',
        about: 'email_change',
        sid,
        when: sql`TRUE`,
        write: (path) => changeNoticeLetter(email, path, language),
      },
      now,
    )),
  ])
}

/** The address that the link verifies, or null if the link is invalid. Does not use up the link. */
export async function emailToVerify(db: Database, token: string, now: Date): Promise<string | null> {
  const live = await db.first(liveToken(await hashOf(token), ['verify', 'email'], now))
  return live?.email ?? null
}

/**
 * Sets the address of the account and marks it as verified. The first verification ends everything that was set up before it, because
 * another person may have registered this address: all sessions except `ownSids`, and all login methods (trigger
 * users_first_proof_ends_factors and users_first_proof_ends_identities). Requested links become invalid; "this was not me" links to the old address stay valid.
 */
export async function verifyEmail(db: Database, token: string, ownSids: readonly string[], now: Date): Promise<string> {
  const live = liveToken(await hashOf(token), ['verify', 'email'], now)
  const holder = sql`(SELECT user_id FROM (${live}))`
  const [, , [proven]] = await db.batch([
    concerningReturned(sql`
      DELETE FROM sessions
      WHERE user_id = ${holder} AND sid NOT IN (SELECT value FROM json_each(${JSON.stringify(ownSids)}))
        AND (SELECT email_verified_at FROM users WHERE uid = ${holder}) IS NULL
      RETURNING user_id`),
    sql`UPDATE users SET email = (SELECT email FROM (${live})), email_verified_at = ${now.toISOString()},
          email_unreachable_at = NULL
        WHERE uid = ${holder}`,
    sql<{ email: string }>`SELECT email FROM (${live})`,
    endRequests(holder),
  ])
  if (!proven) throw new AppError('session_expired')
  return proven.email
}

/** The owner is exempt: a site whose mail does not work would otherwise be locked. */
export function requireVerifiedEmail(viewer: Viewer, isRequired: boolean): void {
  if (isRequired && !isVerifiedOrOwner(viewer)) throw new AppError('email_unverified')
}

export function isVerifiedOrOwner({ email_verified_at, role }: Pick<Viewer, 'email_verified_at' | 'role'>): boolean {
  return email_verified_at !== null || role === 'owner'
}
