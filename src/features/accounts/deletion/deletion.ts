import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import type { OwnSession } from '#features/accounts/confirmation/require-confirmed.ts'
import { requireOwner } from '#features/accounts/login/password.ts'
import { openWithProof, type SignInOrigin } from '#features/accounts/login/sign-in.ts'
import { endRequests } from '#features/accounts/recovery/tokens.ts'
import { endAllSessions } from '#features/accounts/sessions/devices.ts'
import type { SignedIn } from '#features/accounts/sessions/open.ts'
import { after, DAY, MINUTE, SECOND } from '#kernel/clock.ts'
import { type Secrets, seal, unseal } from '#kernel/crypto/signatures.ts'
import { AppError } from '#kernel/errors.ts'

export const RESTORE_PERIOD = 30 * DAY
export const RESTORE_TOKEN_LIFETIME = 10 * MINUTE

/**
 * Marks the account for deletion and returns the time of the erasure. Other users see no change
 * until RESTORE_PERIOD has ended. "This was not me" links stay valid, because a thief may have
 * requested the deletion.
 */
export async function requestDeletion(
  db: Database,
  own: OwnSession,
  password: string | undefined,
  now: Date,
): Promise<string> {
  const { viewer } = own
  await requireOwner(db, own, password, 'password', now)
  const purgeAt = after(now, RESTORE_PERIOD).toISOString()
  await db.batch([
    sql`UPDATE users SET purge_at = ${purgeAt} WHERE uid = ${viewer.uid}`,
    endAllSessions(viewer.uid),
    endRequests(viewer.uid),
  ])
  return purgeAt
}

/**
 * The token contains the time of the erasure, so that it is invalid for a later deletion of the
 * same account.
 */
export async function restoreToken(
  secrets: Secrets,
  uid: number,
  purgeAt: string,
  now: Date,
): Promise<string> {
  const expires = Math.floor(after(now, RESTORE_TOKEN_LIFETIME).getTime() / SECOND)
  return seal(secrets, 'restore', `${uid}.${expires}.${Date.parse(purgeAt)}`)
}

/**
 * The error for a user who has authenticated and whose account is marked for deletion. It contains
 * a restore token.
 */
export async function pendingDeletion(
  secrets: Secrets,
  uid: number,
  purgeAt: string,
  now: Date,
): Promise<AppError> {
  const restore_token = await restoreToken(secrets, uid, purgeAt, now)
  return new AppError('account_pending_deletion', { extra: { restore_token, purge_at: purgeAt } })
}

/** Keeps the account of a restore token, and signs the user in. */
export async function confirmRestore(
  db: Database,
  secrets: Secrets,
  token: string,
  origin: SignInOrigin,
  now: Date,
): Promise<SignedIn> {
  const [uid, expires, purge] =
    (await unseal(secrets, 'restore', token))?.split('.').map(Number) ?? []
  if (uid === undefined || expires === undefined || purge === undefined)
    throw new AppError('session_expired')
  if (Math.min(expires * SECOND, purge) <= now.getTime()) throw new AppError('session_expired')
  const purgeAt = new Date(purge).toISOString()
  const user = { uid, language: null, time_zone: null, browser_time_zone: null }
  // The session is opened only if the account is still to be deleted, so only one of two concurrent
  // requests succeeds.
  const proof = sql`UPDATE users SET purge_at = NULL WHERE uid = ${uid} AND purge_at = ${purgeAt}`
  return openWithProof(db, user, origin, now, [proof])
}
