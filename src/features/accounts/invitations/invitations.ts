import { and, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import {
  behindId,
  type Database,
  type Group,
  group,
  pageGroup,
  type Statement,
} from '#db/client.ts'
import type { InvitationRow } from '#db/schema/accounts.ts'
import { levelOf } from '#features/core/people/level.ts'
import {
  asUserRef,
  type PublicColumns,
  type UserRef,
  UserRefShape,
} from '#features/core/people/user-ref.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { settingIsOn } from '#features/core/site/settings.ts'
import { after, DAY, SECOND } from '#kernel/clock.ts'
import { CROCKFORD, toBase32 } from '#kernel/crypto/base64url.ts'
import { AppError } from '#kernel/errors.ts'
import { fieldProblem } from '#kernel/fields.ts'
import type { Language } from '#kernel/i18n.ts'
import { cursorBy, type Page, type PageRequest } from '#kernel/paging.ts'
import type { RateLimits } from '#kernel/rate-limits.ts'
import { isAdmin } from '#kernel/roles.ts'

/** The level from which on members may invite. Admins may invite at any level. */
export const INVITER_LEVEL = 2
/**
 * Maximum number of open invitations of a member. The trigger invitations_five_open_at_most has the
 * same number.
 */
export const OPEN_INVITATIONS_MAX = 5
export const INVITATION_USES_MAX = 10
export const INVITATION_DAYS_MAX = 30
/** How long the list still shows an invitation that has expired unused. */
const LISTED_FOR = 30 * DAY

export const InvitationInput = z.object({
  uses: z.int().min(1).max(INVITATION_USES_MAX),
  days: z.int().min(1).max(INVITATION_DAYS_MAX),
})

export const NewInvitationShape = z
  .object({ code: z.string(), url: z.string(), expires_at: z.iso.datetime() })
  .meta({ id: 'NewInvitation' })

const STATES = ['open', 'used_up', 'expired', 'revoked'] as const

export const InvitationShape = z
  .object({
    ...NewInvitationShape.shape,
    state: z.enum(STATES),
    uses: z.int(),
    used: z.int(),
    created_at: z.iso.datetime(),
    joined: z.array(UserRefShape).describe('The people who joined with this invitation.'),
  })
  .meta({ id: 'Invitation' })

export type Invitation = z.infer<typeof InvitationShape>
export type InvitationState = (typeof STATES)[number]

export function mayInvite({ exp, role }: Pick<Viewer, 'exp' | 'role'>): boolean {
  return levelOf(exp) >= INVITER_LEVEL || isAdmin({ role })
}

export async function createInvitation(
  db: Database,
  viewer: Viewer,
  { uses, days }: z.infer<typeof InvitationInput>,
  site: string,
  now: Date,
): Promise<z.infer<typeof NewInvitationShape>> {
  if (!mayInvite(viewer)) throw new AppError('level_too_low')
  const code = newCode()
  const expires_at = after(now, days * DAY).toISOString()
  const insert = sql`
    INSERT INTO invitations (code, creator_id, uses, created_at, expires_at)
    VALUES (${code}, ${viewer.uid}, ${uses}, ${now.toISOString()}, ${expires_at})`
  await db.batch([insert]).catch(async (error) => {
    throw error instanceof AppError && error.code === 'rate_limited'
      ? await tooManyOpen(db, viewer, now)
      : error
  })
  return { code, url: urlOf(site, code), expires_at }
}

/** The invitations of the viewer, newest first, with the people who joined by them. */
export function ownInvitations(
  { uid }: Viewer,
  request: PageRequest,
  { site, language, now }: { site: string; language: Language; now: Date },
): Group<Page<Invitation>> {
  const rows: Statement<InvitationRow & { joined: string }> = sql`
    SELECT *, (
      SELECT json_group_array(json_object('uid', u.uid, 'username', u.username, 'avatar_key', u.avatar_key, 'exp', u.exp,
        'status', u.status))
      FROM invitation_uses v CROSS JOIN users u ON u.uid = v.user_id WHERE v.invitation_id = invitations.id) AS joined
    FROM invitations
    WHERE ${and(sql`creator_id = ${uid}`, sql`batch_id IS NULL`, behindId(request, sql`id`))}
    ORDER BY id DESC LIMIT ${request.limit + 1}`
  return pageGroup(['invitations'], request, rows, cursorBy('id', 'id'), (row) => {
    const { code, uses, used, created_at, expires_at } = row
    const people: PublicColumns[] = JSON.parse(row.joined)
    const joined = people.map((person) => asUserRef(person, language))
    return {
      code,
      url: urlOf(site, code),
      state: stateOf(row, now),
      uses,
      used,
      created_at,
      expires_at,
      joined,
    }
  })
}

export function countOpenInvitations({ uid }: Viewer, now: Date): Group<number> {
  const rows = sql<{
    count: number
  }>`SELECT COUNT(*) AS count FROM invitations WHERE ${isOpenAndOwn(uid, now)}`
  return group({ rows }, ({ rows: [row] }) => row?.count ?? 0)
}

/**
 * Ends an invitation. An unused one is deleted, so that creating and revoking invitations does not
 * fill the table.
 */
export async function revokeInvitation(
  db: Database,
  viewer: Viewer,
  code: string,
  now: Date,
): Promise<void> {
  const own = sql`code = ${code} AND creator_id = ${viewer.uid} AND batch_id IS NULL AND revoked_at IS NULL`
  const [deleted, revoked] = await db.batch([
    sql`DELETE FROM invitations WHERE ${own} AND used = 0 RETURNING id`,
    sql`UPDATE invitations SET revoked_at = ${now.toISOString()} WHERE ${own} RETURNING id`,
  ])
  if (deleted.length + revoked.length === 0) throw new AppError('not_found')
}

/** For the cron: deletes invitations that expired unused and are no longer listed. */
export function deleteOldInvitations(now: Date): Statement {
  const long = after(now, -LISTED_FOR).toISOString()
  return sql`DELETE FROM invitations WHERE used = 0 AND batch_id IS NULL AND expires_at <= ${long}`
}

/**
 * The address of an invitation. Its page works without JavaScript, and people can also create an
 * account with a provider there.
 */
export function urlOf(site: string, code: string): string {
  return `${site}/register?invitation=${code}`
}

function stateOf(
  { uses, used, expires_at, revoked_at }: InvitationRow,
  now: Date,
): InvitationState {
  if (revoked_at !== null) return 'revoked'
  if (used >= uses) return 'used_up'
  return expires_at <= now.toISOString() ? 'expired' : 'open'
}

/**
 * A condition. It contains the conditions of the index invitations_open, so that SQLite uses the
 * index.
 */
function isOpenAndOwn(uid: number, now: Date): SQL {
  return sql`
    creator_id = ${uid} AND expires_at > ${now.toISOString()} AND batch_id IS NULL AND revoked_at IS NULL
    AND used < uses`
}

async function tooManyOpen(db: Database, { uid }: Viewer, now: Date): Promise<AppError> {
  const row = await db.first(sql<{ first: string | null }>`
    SELECT MIN(expires_at) AS first FROM invitations WHERE ${isOpenAndOwn(uid, now)}`)
  const wait = row?.first ? new Date(row.first).getTime() - now.getTime() : SECOND
  return new AppError('rate_limited', { retryAfterSeconds: Math.max(1, Math.ceil(wait / SECOND)) })
}

/**
 * Characters of a code: 60 random bits. Wrong codes are limited per client address, so guessing is
 * not practical.
 */
const LENGTH = 12
/** Longer than a code with spaces between all characters. */
export const CODE_INPUT_MAX = 50

/** A code such as `K7QM-3XZP-9T2D`. */
export function newCode(): string {
  return inGroups(toBase32(crypto.getRandomValues(new Uint8Array(8)), CROCKFORD).slice(0, LENGTH))
}

/**
 * A typed code as it is stored: letter case, spaces and hyphens do not matter, and O, I and L are
 * read as digits.
 */
export function asCode(typed: string): string {
  const upper = typed.slice(0, CODE_INPUT_MAX).toUpperCase()
  return inGroups(
    upper
      .replace(/[^0-9A-Z]/g, '')
      .replaceAll('O', '0')
      .replace(/[IL]/g, '1'),
  )
}

export const CodePath = z.object({ code: z.string().max(CODE_INPUT_MAX).transform(asCode) })

function inGroups(code: string): string {
  return (code.match(/.{1,4}/g) ?? []).join('-')
}

/**
 * The statements that use the invitation, for the batch that creates the account. `newcomer` is an
 * SQL expression of the new uid. Throws if the site requires an invitation and there is none, and
 * if the code is not valid. The trigger invitation_uses_need_an_open_invitation checks the code
 * again in the batch, so concurrent registrations cannot exceed its uses;
 * invitation_uses_are_counted counts the use, and invitation_uses_are_never_deleted keeps the count
 * right.
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
      : new AppError('validation_failed', {
          fields: { invitation: fieldProblem('invitation_not_valid') },
        })
  }
  const of = (column: string) =>
    sql`(SELECT ${sql.raw(column)} FROM invitations WHERE code = ${asCode(typed)})`
  return [
    // An INSERT … SELECT would insert nothing for a code that was just deleted. With VALUES, the
    // code is NULL, and the registration is refused.
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

/**
 * Wrong codes are limited per client address. Valid codes are not: a class behind one address may
 * open a link at the same time.
 */
async function inviterRow(
  db: Database,
  limits: RateLimits,
  typed: string,
  now: Date,
): Promise<PublicColumns | null> {
  await limits.take('token')
  const row = await db.first(sql<PublicColumns>`
    SELECT u.uid, u.username, u.avatar_key, u.exp, u.status
    FROM invitations i CROSS JOIN users u ON u.uid = i.creator_id
    WHERE i.code = ${asCode(typed)} AND i.used < i.uses AND i.expires_at > ${now.toISOString()} AND i.revoked_at IS NULL
      AND u.status = 'active'`)
  if (row !== null) await limits.giveBack('token')
  return row
}
