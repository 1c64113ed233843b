import { sql } from 'drizzle-orm'
import { command, type Database, found, type Statement } from '#db/client.ts'
import type { User } from '#db/schema/core.ts'
import { endRequests } from '#features/accounts/recovery/tokens.ts'
import { endAllSessions } from '#features/accounts/sessions/devices.ts'
import { type SystemEvent, systemNotice } from '#features/core/notifications/notices.ts'
import { type Nameless, nameless } from '#features/core/people/nameless.ts'
import { isSilenced, type Viewer } from '#features/core/people/viewer.ts'
import {
  type AuditAction,
  type AuditActor,
  type AuditEntry,
  auditEntry,
} from '#features/core/site/audit-log.ts'
import { after, DAY } from '#kernel/clock.ts'
import { AppError } from '#kernel/errors.ts'
import { isAdmin, isOwner } from '#kernel/roles.ts'

/**
 * Bans or unbans a user. The sessions of the user end immediately, so the new status applies from
 * the next request on.
 */
export async function setStatus(
  db: Database,
  admin: Viewer & AuditActor,
  uid: number,
  change: StatusChange,
  now: Date,
): Promise<User> {
  const { person, reason } = await db.read({
    person: found(personOf(uid)),
    reason: nameless(change.reason),
  })
  return setStatusOf(db, admin, person, { ...change, reason }, now)
}

/** Bans and silences last at most this many days, or until an admin lifts them. */
export const RESTRICTION_DAYS_MAX = 365

interface StatusChange {
  status: 'active' | 'banned'
  reason: string | null
  /** The cron lifts the ban after these days. */
  days?: number | undefined
}

/** Like `setStatus`, for a user who is already loaded. `extra` is part of the same transaction. */
export async function setStatusOf(
  db: Database,
  admin: Viewer & AuditActor,
  person: User,
  { status, reason, days }: StatusChange & { reason: Nameless | null },
  now: Date,
  extra: Statement[] = [],
  /** The notice of a larger action, in place of the notice about the status. */
  notice?: SystemEvent,
): Promise<User> {
  const { uid } = person
  if (!mayChangeStatus(admin, person) || person.status === status)
    throw new AppError('invalid_transition')
  const ends = status === 'banned' ? endAfter(days, now) : null
  const until = ends === null ? {} : { ends_at: ends }
  return change(db, admin, person, now, {
    update: [...statusUpdate(uid, status, reason, ends), ...extra],
    entry: {
      action: 'user.status',
      reason,
      before: { status: person.status },
      after: { status, ...until },
    },
    about: notice ?? { event: 'status_changed', status, reason, ...until },
  })
}

/**
 * The statements that change the status, without notice and audit log. After them, undoing "hide
 * all" no longer lifts the ban.
 */
function statusUpdate(
  uid: number,
  status: StatusChange['status'],
  reason: Nameless | null,
  ends: string | null,
): Statement[] {
  return [
    sql`UPDATE users
        SET status = ${status}, ban_reason = ${status === 'banned' ? reason : null}, ban_ends_at = ${ends}
        WHERE uid = ${uid}`,
    sql`UPDATE user_hidings SET banned = 0 WHERE user_id = ${uid} AND banned = 1`,
    endAllSessions(uid),
    endRequests(uid),
  ]
}

/**
 * Silences a user or lifts the silence. Sessions stay open, because every request reads the silence
 * (`requireVoice`).
 */
export async function setSilence(
  db: Database,
  admin: Viewer & AuditActor,
  uid: number,
  {
    silenced,
    reason: given,
    days,
  }: { silenced: boolean; reason: string | null; days?: number | undefined },
  now: Date,
): Promise<User> {
  const { person, reason } = await db.read({
    person: found(personOf(uid)),
    reason: nameless(given),
  })
  if (!mayChangeStatus(admin, person) || isSilenced(person, now) === silenced)
    throw new AppError('invalid_transition')
  const ends = silenced ? endAfter(days, now) : null
  const until = ends === null ? {} : { ends_at: ends }
  return change(db, admin, person, now, {
    update: [
      sql`UPDATE users
          SET silenced_at = ${silenced ? now.toISOString() : null}, silence_reason = ${silenced ? reason : null},
            silence_ends_at = ${ends}
          WHERE uid = ${uid}`,
    ],
    entry: {
      action: 'user.silence',
      reason,
      before: { silenced: !silenced },
      after: { silenced, ...until },
    },
    about: silenced
      ? { event: 'silence_changed', silenced: 1, reason, ...until }
      : { event: 'silence_changed', silenced: 0, reason },
  })
}

export function endAfter(days: number | undefined, now: Date): string | null {
  return days === undefined ? null : after(now, days * DAY).toISOString()
}

/** Owners cannot be banned, and an admin cannot ban an admin. */
export function mayChangeStatus(admin: Pick<User, 'role'>, person: Pick<User, 'role'>): boolean {
  return !isOwner(person) && (isOwner(admin) || !isAdmin(person))
}

/**
 * Changes the role of a user. The triggers users_last_owner_stays and users_owner_is_not_banned
 * ensure that the site has an active owner. A banned user cannot get a role. Sessions stay open,
 * because every request reads the current role.
 */
export async function setRole(
  db: Database,
  owner: Viewer & AuditActor,
  uid: number,
  role: User['role'],
  now: Date,
): Promise<User> {
  const person = await db.read(found(personOf(uid)))
  if (person.role === role) return person
  if (role !== 'user' && person.status === 'banned') throw new AppError('invalid_transition')
  return change(db, owner, person, now, {
    update: [sql`UPDATE users SET role = ${role} WHERE uid = ${uid}`],
    entry: { action: 'user.role', before: { role: person.role }, after: { role } },
    about: { event: 'role_changed', role },
  })
}

interface Change {
  update: Statement[]
  entry: Omit<AuditEntry, 'target' | 'subject'>
  about: SystemEvent
}

async function change(
  db: Database,
  admin: AuditActor,
  { uid }: User,
  now: Date,
  { update, entry, about }: Change,
): Promise<User> {
  const { changed } = await db.read({
    change: command([
      auditEntry(admin, { ...entry, target: ['user', uid], subject: uid }, now),
      ...update,
      systemNotice({ to: uid, by: admin.uid, about }, now),
    ]),
    changed: found(sql<User>`SELECT * FROM users WHERE uid = ${uid}`),
  })
  return changed
}

export function personOf(uid: number | Statement): Statement<User> {
  return sql`SELECT * FROM users WHERE uid = ${uid} AND status <> 'deleted'`
}

const USERS_PER_RUN = 100

/**
 * For the cron: lifts the bans and silences whose time is over. If an admin lifts one at the same
 * moment, the triggers audit_log_ban_is_over and audit_log_silence_is_over refuse the second.
 */
export async function endRestrictions(db: Database, now: Date): Promise<void> {
  const at = now.toISOString()
  const [bans, silences] = await db.batch([
    sql<Due>`SELECT uid FROM users WHERE ban_ends_at <= ${at} ORDER BY ban_ends_at LIMIT ${USERS_PER_RUN}`,
    sql<Due>`SELECT uid FROM users WHERE silence_ends_at <= ${at} ORDER BY silence_ends_at LIMIT ${USERS_PER_RUN}`,
  ])
  for (const { uid } of bans)
    await lift(db, uid, now, {
      ended: 'user.ban_ended',
      began: 'user.status',
      update: statusUpdate(uid, 'active', null, null),
      about: { event: 'status_changed', status: 'active', reason: null, over: 1 },
    })
  for (const { uid } of silences)
    await lift(db, uid, now, {
      ended: 'user.silence_ended',
      began: 'user.silence',
      update: [
        sql`UPDATE users SET silenced_at = NULL, silence_reason = NULL, silence_ends_at = NULL WHERE uid = ${uid}`,
      ],
      about: { event: 'silence_changed', silenced: 0, reason: null, over: 1 },
    })
}

interface Due {
  uid: number
}

interface Lift {
  ended: AuditAction
  began: AuditAction
  update: Statement[]
  about: SystemEvent
}

async function lift(
  db: Database,
  uid: number,
  now: Date,
  { ended, began, update, about }: Lift,
): Promise<void> {
  const set = await db.first(sql<{ actor_id: number }>`
    SELECT actor_id FROM audit_log
    WHERE subject_id = ${uid} AND action = ${began}
    ORDER BY id DESC LIMIT 1`)
  const entry = { action: ended, target: ['user', uid], subject: uid } as const
  try {
    await db.batch([
      auditEntry({ uid: set?.actor_id ?? uid, ip: '' }, entry, now),
      ...update,
      systemNotice({ to: uid, about }, now),
    ])
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid_transition') throw error
  }
}
