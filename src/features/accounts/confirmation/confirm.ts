import { sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import type { User } from '#db/schema/core.ts'
import type { OwnSession } from '#features/accounts/confirmation/require-confirmed.ts'
import { provenPasskey } from '#features/accounts/login/passkey-login.ts'
import type { Assertion } from '#features/accounts/passkeys/shapes.ts'
import { invalidResponse, type RelyingParty } from '#features/accounts/passkeys/webauthn.ts'
import {
  type Factor,
  factorColumns,
  missingField,
  useOfCode,
  wrongCode,
} from '#features/accounts/second-factor/proof.ts'
import { after, MINUTE } from '#kernel/clock.ts'
import { requirePassword } from '#kernel/crypto/passwords.ts'
import { type Secrets, seal, unseal } from '#kernel/crypto/signatures.ts'
import { AppError, ERROR_STATUS } from '#kernel/errors.ts'

export interface Confirmation {
  password?: string | undefined
  code?: string | undefined
  response?: Assertion | undefined
  /** The result of `providerProof`. */
  provider?: string | undefined
}

/** The site and the browser for which a passkey signs. */
interface Ceremony {
  secrets: Secrets
  site: RelyingParty
  deviceHash: string
}

/**
 * Makes the session fresh for sensitive actions. A passkey with user verification is enough.
 * Otherwise the password or a new sign-in with a provider is required, and if two-step verification
 * is on, also a code, a recovery code or a passkey.
 */
export async function confirmSession(
  db: Database,
  own: OwnSession,
  confirmation: Confirmation,
  ceremony: Ceremony,
  now: Date,
): Promise<void> {
  const proof = await proofOf(db, own, confirmation, ceremony, now)
  const holds = proof.length === 0 ? sql`TRUE` : sql`changes() = 1`
  const confirmed = await db.lastOf([
    ...proof,
    sql`UPDATE sessions SET confirmed_at = ${now.toISOString()} WHERE sid = ${own.sid} AND ${holds} RETURNING sid`,
  ])
  // No row: a concurrent request has used the same code or challenge.
  if (confirmed.length === 0) throw wrongCode()
}

/**
 * The statements that use up the code or the challenge. Throws if the confirmation is wrong or not
 * sufficient.
 */
async function proofOf(
  db: Database,
  { viewer, sid }: OwnSession,
  { password, code, response, provider }: Confirmation,
  { secrets, site, deviceHash }: Ceremony,
  now: Date,
): Promise<Statement[]> {
  const passkey =
    response &&
    (await provenPasskey(db, secrets, site, response, deviceHash, now).catch(asFieldProblem))
  if (passkey && passkey.uid !== viewer.uid) throw invalidResponse()
  if (passkey?.isUserVerified) return passkey.proof
  const isProvider = provider !== undefined && (await isProviderProof(secrets, provider, sid, now))
  if (!isProvider && password === undefined) throw missingField('password')
  const [[user], [factor]] = await db.batch([
    sql<Pick<User, 'password_hash'>>`SELECT password_hash FROM users WHERE uid = ${viewer.uid}`,
    sql<Factor>`
      SELECT ${await factorColumns(code ?? '')} FROM user_totp t
      WHERE t.user_id = ${viewer.uid} AND t.confirmed_at IS NOT NULL`,
  ])
  if (!isProvider) await requirePassword(password ?? '', user ?? null)
  if (passkey) return passkey.proof
  if (!factor) return []
  if (code === undefined) throw missingField('code')
  return [await useOfCode(secrets, factor, code, now)]
}

/**
 * A text that proves, for some minutes, that the person of this session has signed in again with a
 * provider.
 */
export async function providerProof(secrets: Secrets, sid: string, now: Date): Promise<string> {
  return seal(secrets, 'provider-confirm', `${sid}.${after(now, PROOF_LIFETIME).getTime()}`)
}

async function isProviderProof(
  secrets: Secrets,
  proof: string,
  sid: string,
  now: Date,
): Promise<boolean> {
  const [provenSid, expires] = (await unseal(secrets, 'provider-confirm', proof))?.split('.') ?? []
  return provenSid === sid && Number(expires) > now.getTime()
}

/** Long enough to enter a code. */
const PROOF_LIFETIME = 5 * MINUTE

/** A wrong passkey is an error of its field, like a wrong password. It does not end the session. */
function asFieldProblem(error: unknown): never {
  throw error instanceof AppError && ERROR_STATUS[error.code] === 401 ? invalidResponse() : error
}
