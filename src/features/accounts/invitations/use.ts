import { type SQL, sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import { asCode } from '#features/accounts/invitations/code.ts'
import type { UserRef } from '#features/core/people/shapes.ts'
import { asUserRef, type PublicColumns } from '#features/core/people/user-ref.ts'
import { settingIsOn } from '#features/core/site/settings.ts'
import { AppError } from '#kernel/errors.ts'
import { fieldProblem } from '#kernel/fields.ts'
import type { Language } from '#kernel/i18n.ts'
import type { RateLimits } from '#kernel/rate-limits.ts'

/**
 * The statements that use the invitation, for the batch that creates the account. `newcomer` is an SQL expression of the new uid.
 * Throws if the site requires an invitation and there is none, and if the code is not valid. The trigger
 * invitation_uses_need_an_open_invitation checks the code again in the batch, so concurrent registrations cannot exceed its uses;
 * invitation_uses_are_counted counts the use, and invitation_uses_are_never_deleted keeps the count right.
 */
export async function useInvitation(
  db: Database,
  limits: RateLimits,
  typed: string | undefined,
  newcomer: SQL,
  now: Date,
): Promise<Statement[]> {
  const isRequired = await settingIsOn(db, 'registration.invite_only', now)
  if (typed === undefined) {
    if (isRequired) throw new AppError('invitation_required')
    return []
  }
  if ((await inviterRow(db, limits, typed, now)) === null) {
    throw isRequired
      ? new AppError('invitation_required')
      : new AppError('validation_failed', { fields: { invitation: fieldProblem('invitation_not_valid') } })
  }
  const of = (column: string) => sql`(SELECT ${sql.raw(column)} FROM invitations WHERE code = ${asCode(typed)})`
  return [
    // Not INSERT … SELECT: a code that was just deleted must refuse the registration.
    sql`INSERT INTO invitation_uses (user_id, invitation_id, inviter_id, created_at)
        VALUES (${newcomer}, ${of('id')}, ${of('creator_id')}, ${now.toISOString()})`,
  ]
}

/** The person who invites, or null if the code is not valid. */
export async function inviterOf(
  db: Database,
  limits: RateLimits,
  typed: string,
  language: Language,
  now: Date,
): Promise<UserRef | null> {
  const row = await inviterRow(db, limits, typed, now)
  return row && asUserRef(row, language)
}

/** Wrong codes are limited per address; a class behind one address may open a valid link at the same time. */
async function inviterRow(db: Database, limits: RateLimits, typed: string, now: Date): Promise<PublicColumns | null> {
  await limits.take('token')
  const row = await db.first(sql<PublicColumns>`
    SELECT u.uid, u.username, u.avatar_key, u.exp, u.status
    FROM invitations i CROSS JOIN users u ON u.uid = i.creator_id
    WHERE i.code = ${asCode(typed)} AND i.used < i.uses AND i.expires_at > ${now.toISOString()} AND i.revoked_at IS NULL
      AND u.status = 'active'`)
  if (row !== null) await limits.giveBack('token')
  return row
}
