import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Database } from '#db/client.ts'
import type { ClaimInput } from '#features/accounts/login/inputs.ts'
import { firstName } from '#features/accounts/profiles/review.ts'
import { fixedText } from '#features/core/people/nameless.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { auditEntryForEach } from '#features/core/site/audit-log.ts'
import { MINUTE } from '#kernel/clock.ts'
import { hashOf } from '#kernel/crypto/secrets.ts'
import { AppError } from '#kernel/errors.ts'

export const OWNER_LINK_LIFETIME = 30 * MINUTE

/**
 * Makes the viewer the first owner, with the link that the deployment printed. The link works once,
 * until it expires, and only while the site has no owner. The trigger
 * owner_claims_only_without_owner prevents new links after that. `username` is ignored if the
 * viewer has one.
 */
export async function claimOwnership(
  db: Database,
  viewer: Viewer,
  ip: string,
  { token, username }: z.infer<typeof ClaimInput>,
  now: Date,
): Promise<void> {
  const isNamed =
    username !== undefined && viewer.username === null && (await claimIsValid(db, token, now))
  const hash = await hashOf(token)
  const person = { uid: viewer.uid, ip }
  const [owner] = await db.lastOf([
    // A name that is refused ends the whole batch, so it does not use up the link.
    ...(isNamed ? await firstName(db, viewer.uid, username, now) : []),
    sql`DELETE FROM owner_claims WHERE token_hash = ${hash} AND expires_at > ${now.toISOString()} AND ${NO_OWNER}`,
    // Each statement requires that the one before changed a row, so only one of two concurrent
    // requests succeeds.
    sql`${auditEntryForEach(person, [person.uid], ENTRY, now)} WHERE changes() = 1`,
    sql`UPDATE users SET role = 'owner' WHERE uid = ${person.uid} AND changes() = 1 RETURNING uid`,
  ])
  if (owner) return
  const isOpen = (await db.first(sql`SELECT 1 WHERE ${NO_OWNER}`)) !== null
  throw new AppError(isOpen ? 'not_found' : 'invalid_transition')
}

/** Whether the link is still valid. Does not use up the link. */
export async function claimIsValid(db: Database, token: string, now: Date): Promise<boolean> {
  const claim = await db.first(sql`
    SELECT 1 FROM owner_claims
    WHERE token_hash = ${await hashOf(token)} AND expires_at > ${now.toISOString()} AND ${NO_OWNER}`)
  return claim !== null
}

const NO_OWNER = sql`NOT EXISTS (SELECT 1 FROM users WHERE role = 'owner')`

const ENTRY = {
  action: 'user.role',
  reason: fixedText('owner link'),
  before: sql`json_object('role', u.role)`,
  after: sql`json_object('role', 'owner')`,
} as const
