import { sql } from 'drizzle-orm'
import { type Database, last, type Statement } from '#db/client.ts'
import type { IdentityRow } from '#db/schema/providers.ts'
import { type FirstFactorUser, signInOrChallenge } from '#features/accounts/accounts/challenge.ts'
import { SIGNING_IN, type SignInOrigin } from '#features/accounts/accounts/sign-in.ts'
import { spend } from '#features/accounts/passkeys/challenge.ts'
import type { Identity } from '#features/accounts/providers/identity.ts'
import { PENDING_LIFETIME, type WaitingSignIn } from '#features/accounts/providers/pending.ts'
import { ProviderProblem } from '#features/accounts/providers/problems.ts'
import { HAS_SECOND_FACTOR } from '#features/accounts/second-factor/proof.ts'
import type { SignedIn } from '#features/accounts/sessions/signed-in.ts'
import type { Secrets } from '#kernel/crypto/signatures.ts'

/** Uses up the state of a sign-in, before the provider is asked. A copied cookie does not work a second time. */
export async function spendState(db: Database, { state }: WaitingSignIn, now: Date): Promise<void> {
  const spent = last(await db.batch([await spend(state, now, PENDING_LIFETIME), sql`SELECT 1 WHERE changes() = 1`]))
  if (spent.length === 0) throw new ProviderProblem('expired')
}

/**
 * Signs in the user who connected this identity; null without such a user. The e-mail address is not compared. Two-step
 * verification, bans and pending deletions apply as for a password.
 */
export async function signInWithIdentity(
  db: Database,
  secrets: Secrets,
  { issuer, subject }: Pick<Identity, 'issuer' | 'subject'>,
  origin: SignInOrigin,
  now: Date,
): Promise<SignedIn | { challenge: string } | null> {
  const user = await db.first(sql<Pick<IdentityRow, 'id'> & FirstFactorUser>`
    SELECT i.id, users.purge_at, ${SIGNING_IN}, ${HAS_SECOND_FACTOR} AS has_second_factor
    FROM user_identities i JOIN users ON users.uid = i.user_id
    WHERE i.issuer = ${issuer} AND i.subject = ${subject}
      AND (users.purge_at IS NULL OR users.purge_at > ${now.toISOString()})`)
  if (user === null) return null
  return signInOrChallenge(db, secrets, user, { ...origin, signedInBy: issuer }, now, [recordUseOf(user.id, now)])
}

/** As the proof of a sign-in: changes no row if the identity was disconnected meanwhile. */
function recordUseOf(id: number, now: Date): Statement {
  return sql`UPDATE user_identities SET last_used_at = ${now.toISOString()} WHERE id = ${id}`
}
