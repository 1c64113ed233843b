import { sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import type { User } from '#db/schema/core.ts'
import { pendingDeletion } from '#features/accounts/deletion/deletion.ts'
import {
  countSignIn,
  SIGNING_IN,
  type SignInOrigin,
  type SigningIn,
  signIn,
} from '#features/accounts/login/sign-in.ts'
import {
  type Factor,
  factorColumns,
  HAS_SECOND_FACTOR,
  useOfCode,
} from '#features/accounts/second-factor/proof.ts'
import type { SignedIn } from '#features/accounts/sessions/open.ts'
import { after, MINUTE } from '#kernel/clock.ts'
import { passwordFits } from '#kernel/crypto/passwords.ts'
import { hashOf, newSecret } from '#kernel/crypto/secrets.ts'
import type { Secrets } from '#kernel/crypto/signatures.ts'
import { AppError } from '#kernel/errors.ts'
import { CHALLENGE_TRIES, type RateLimits, type RateRule } from '#kernel/rate-limits.ts'

/**
 * The counters of failed logins and of forgotten passwords: by client address and by e-mail
 * address.
 */
export interface LoginLimits {
  ofAddress: RateLimits
  ofEmail: RateLimits
}

/**
 * Logs in with e-mail address and password. If two-step verification is on, a right password
 * returns only a challenge. Banned users may log in: they can read, and every write is refused.
 */
export async function login(
  db: Database,
  secrets: Secrets,
  limits: LoginLimits,
  { email, password }: { email: string; password: string },
  origin: SignInOrigin,
  now: Date,
): Promise<SignedIn | { challenge: string }> {
  const { deviceHash } = origin
  const user = await db.first(
    sql<Pick<User, 'password_hash'> & FirstFactorUser & { knows_device: number }>`
      SELECT password_hash, purge_at, ${SIGNING_IN}, ${HAS_SECOND_FACTOR} AS has_second_factor,
        EXISTS (SELECT 1 FROM sign_ins WHERE user_id = users.uid AND device_hash = ${deviceHash}) AS knows_device
      FROM users WHERE email = ${email}`,
  )
  const settle = await countAttempt(limits, email, user?.knows_device ? deviceHash : null)
  // After the restore period, the account counts as erased even if the cron has not erased it yet.
  const isGone = user === null || (user.purge_at !== null && user.purge_at <= now.toISOString())
  const fits = (await passwordFits(password, user?.password_hash ?? null)) && !isGone
  await settle(fits)
  if (!fits || user === null) throw new AppError('invalid_credentials')
  return signInOrChallenge(db, secrets, user, { ...origin, signedInBy: 'password' }, now)
}

/**
 * Counts a failure before the password is checked, so that concurrent guesses cannot exceed the
 * limit. A device that has signed in to the account before has its own counter, so that guesses
 * from many client addresses do not lock it out.
 */
async function countAttempt(
  { ofAddress, ofEmail }: LoginLimits,
  email: string,
  knownDevice: string | null,
): Promise<(succeeded: boolean) => Promise<void>> {
  const counters: [RateLimits, RateRule, string?][] = [
    [ofAddress, 'login-failure'],
    [ofAddress, 'login-failure-of-email', email],
    knownDevice === null
      ? [ofEmail, 'login-failure-anywhere']
      : [ofEmail, 'login-failure-of-device', knownDevice],
  ]
  const taken: typeof counters = []
  for (const counter of counters) {
    const [limits, rule, subject] = counter
    try {
      await limits.take(rule, subject)
      taken.push(counter)
    } catch (error) {
      for (const [limits, rule, subject] of taken) await limits.giveBack(rule, subject)
      throw error
    }
  }
  return async (succeeded) => {
    for (const [limits, rule, subject] of counters) {
      if (!succeeded) await limits.confirm(rule, subject)
      else if (rule === 'login-failure') await limits.giveBack(rule)
      else await limits.clear(rule, subject)
    }
  }
}

export const CHALLENGE_LIFETIME = 5 * MINUTE

export type FirstFactorUser = SigningIn & Pick<User, 'purge_at'> & { has_second_factor: number }

/**
 * After a right password or a proven identity: a challenge if two-step verification is on,
 * otherwise a session.
 */
export async function signInOrChallenge(
  db: Database,
  secrets: Secrets,
  user: FirstFactorUser,
  origin: SignInOrigin & { signedInBy: string },
  now: Date,
  proof: readonly Statement[] = [],
): Promise<SignedIn | { challenge: string }> {
  if (user.has_second_factor || user.purge_at !== null) await useUp(db, proof)
  if (user.has_second_factor) {
    await countSignIn(user.uid, origin)
    return { challenge: await openChallenge(db, user.uid, origin.signedInBy, now) }
  }
  if (user.purge_at !== null) throw await pendingDeletion(secrets, user.uid, user.purge_at, now)
  return signIn(db, user, origin, now, proof)
}

/**
 * Uses up the proof of a sign-in that opens no session yet. Refuses a credential that was already
 * used.
 */
export async function useUp(db: Database, proof: readonly Statement[]): Promise<void> {
  if (proof.length === 0) return
  const used = await db.lastOf([...proof, sql`SELECT 1 WHERE changes() = 1`])
  if (used.length === 0) throw new AppError('session_expired')
}

/**
 * Creates the challenge that the first factor returns if two-step verification is on. `verifyLogin`
 * accepts it together with a code.
 */
async function openChallenge(
  db: Database,
  uid: number,
  signedInBy: string,
  now: Date,
): Promise<string> {
  const { token, hash } = await newSecret()
  const expires = after(now, CHALLENGE_LIFETIME).toISOString()
  await db.batch([
    sql`INSERT INTO login_challenges (challenge_hash, user_id, expires_at, signed_in_by)
        VALUES (${hash}, ${uid}, ${expires}, ${signedInBy})`,
  ])
  return token
}

/**
 * The second step of a login: a challenge and a code. A challenge allows a few attempts. `limitsOf`
 * also limits the attempts of the user, because an attacker with the password can request any
 * number of challenges.
 */
export async function verifyLogin(
  db: Database,
  secrets: Secrets,
  limitsOf: (uid: number) => RateLimits,
  { challenge, code }: { challenge: string; code: string },
  origin: SignInOrigin,
  now: Date,
): Promise<SignedIn> {
  const hash = await hashOf(challenge)
  const user = await tryChallenge(db, hash, code, now)
  if (user === null) throw new AppError('session_expired')
  await limitsOf(user.uid).take('second-factor')
  // Each statement requires that the one before changed a row: delete the challenge, use up the
  // code, open the session. The first deletes nothing if a new password has already deleted the
  // challenge (trigger users_end_login_challenges).
  const proof = [
    sql`DELETE FROM login_challenges WHERE challenge_hash = ${hash}`,
    sql`${await useOfCode(secrets, user, code, now)} AND changes() = 1`,
  ]
  const from = user.signed_in_by === null ? origin : { ...origin, signedInBy: user.signed_in_by }
  if (user.purge_at === null) return signIn(db, user, from, now, proof)
  await useUp(db, proof)
  throw await pendingDeletion(secrets, user.uid, user.purge_at, now)
}

type Challenged = Factor & SigningIn & Pick<User, 'purge_at'> & { signed_in_by: string | null }

/**
 * Takes one attempt of a challenge before the code is checked, so that concurrent guesses cannot
 * exceed the limit. Null if the challenge is not valid.
 */
async function tryChallenge(
  db: Database,
  hash: string,
  code: string,
  now: Date,
): Promise<Challenged | null> {
  const [, [user]] = await db.batch([
    sql`UPDATE login_challenges SET tries = tries + 1
        WHERE challenge_hash = ${hash} AND tries < ${CHALLENGE_TRIES} AND expires_at > ${now.toISOString()}`,
    sql<Challenged>`
      SELECT ${await factorColumns(code)}, users.purge_at, c.signed_in_by, ${SIGNING_IN}
      FROM login_challenges c JOIN user_totp t ON t.user_id = c.user_id JOIN users ON users.uid = c.user_id
      WHERE c.challenge_hash = ${hash} AND changes() = 1`,
  ])
  return user ?? null
}
