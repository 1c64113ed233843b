import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Database, Statement } from '#db/client.ts'
import type { PasskeyRow } from '#db/schema/accounts.ts'
import { type FirstFactorUser, signInOrChallenge } from '#features/accounts/login/login.ts'
import { SIGNING_IN, type SignInOrigin } from '#features/accounts/login/sign-in.ts'
import { userHandle } from '#features/accounts/passkeys/passkeys.ts'
import type { Assertion, AssertionOptionsShape } from '#features/accounts/passkeys/shapes.ts'
import {
  asBytes,
  challengeIn,
  isLive,
  newChallenge,
  PASSKEY_CHALLENGE_LIFETIME,
  type RelyingParty,
  spend,
  verifiedAssertion,
} from '#features/accounts/passkeys/webauthn.ts'
import { HAS_SECOND_FACTOR } from '#features/accounts/second-factor/proof.ts'
import type { SignedIn } from '#features/accounts/sessions/open.ts'
import type { Secrets } from '#kernel/crypto/signatures.ts'
import { AppError } from '#kernel/errors.ts'

/**
 * The options for a login, which are bound to the browser with this device cookie. They name no
 * account: the user selects a passkey, and the passkey names its account.
 */
export async function passkeyOptions(
  secrets: Secrets,
  site: RelyingParty,
  deviceHash: string,
  now: Date,
): Promise<z.infer<typeof AssertionOptionsShape>> {
  return {
    challenge: asBytes(await newChallenge(secrets, 'passkey-login', deviceHash, now)),
    rpId: site.id,
    timeout: PASSKEY_CHALLENGE_LIFETIME,
    userVerification: 'preferred',
  }
}

/**
 * Logs in with a passkey. A passkey whose device has verified its user is two factors already.
 * Without that, and with two-step verification on, the result is only a challenge. Banned users may
 * log in.
 */
export async function loginWithPasskey(
  db: Database,
  secrets: Secrets,
  site: RelyingParty,
  response: Assertion,
  origin: SignInOrigin,
  now: Date,
): Promise<SignedIn | { challenge: string }> {
  const passkey = await provenPasskey(db, secrets, site, response, origin.deviceHash, now)
  const user = {
    ...passkey,
    has_second_factor: passkey.isUserVerified ? 0 : passkey.has_second_factor,
  }
  return signInOrChallenge(
    db,
    secrets,
    user,
    { ...origin, signedInBy: 'passkey' },
    now,
    passkey.proof,
  )
}

type ProvenPasskey = Presented & {
  /**
   * The statements that use up the challenge. If the last one changes no row, the challenge was
   * already used.
   */
  proof: Statement[]
  /** Whether the device has verified its user. */
  isUserVerified: boolean
}

/**
 * The passkey of a valid response. Throws `session_expired` if the challenge is not valid, and
 * `invalid_credentials` if the response is not.
 */
export async function provenPasskey(
  db: Database,
  secrets: Secrets,
  site: RelyingParty,
  response: Assertion,
  deviceHash: string,
  now: Date,
): Promise<ProvenPasskey> {
  const challenge = challengeIn(response)
  if (!(await isLive(secrets, 'passkey-login', deviceHash, challenge, now)))
    throw new AppError('session_expired')
  const passkey = await passkeyById(db, response.id, now)
  if (passkey === null || response.response.userHandle !== userHandle(passkey.uid))
    throw new AppError('invalid_credentials')
  const assertion = await verifiedAssertion(site, response, challenge, passkey)
  if (assertion === null) throw new AppError('invalid_credentials')
  // The update requires that `spend` has changed a row. The trigger passkeys_count_upwards refuses
  // a concurrent login with a clone of the passkey.
  const proof = [
    await spend(challenge, now),
    sql`UPDATE passkeys SET counter = ${assertion.counter}, last_used_at = ${now.toISOString()}
        WHERE id = ${passkey.id} AND credential_id = ${passkey.credential_id} AND changes() = 1`,
  ]
  return { ...passkey, proof, isUserVerified: assertion.isUserVerified }
}

type Presented = Pick<PasskeyRow, 'id' | 'credential_id' | 'public_key' | 'counter'> &
  FirstFactorUser

/**
 * The passkey with its user. Null after the restore period of the account, even if the cron has not
 * erased it yet.
 */
function passkeyById(db: Database, credentialId: string, now: Date): Promise<Presented | null> {
  return db.first(sql<Presented>`
    SELECT p.id, p.credential_id, p.public_key, p.counter, users.purge_at, ${SIGNING_IN},
      ${HAS_SECOND_FACTOR} AS has_second_factor
    FROM passkeys p JOIN users ON users.uid = p.user_id
    WHERE p.credential_id = ${credentialId} AND (users.purge_at IS NULL OR users.purge_at > ${now.toISOString()})`)
}
