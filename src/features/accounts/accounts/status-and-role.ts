import { sql } from 'drizzle-orm'
import { command, type Database, found, type Statement } from '#db/client.ts'
import type { User } from '#db/schema/people.ts'
import { endTokens } from '#features/accounts/accounts/tokens.ts'
import { endAllSessions } from '#features/accounts/sessions/end.ts'
import { systemNotice } from '#features/core/notifications/notices.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { type AuditActor, type AuditEntry, auditEntry } from '#features/core/site/audit-log.ts'
import { AppError } from '#kernel/errors.ts'
import { isAdmin, isOwner } from '#kernel/roles.ts'

/** Bans or unbans a user. Sessions end immediately, so the new status applies from the next request. */
export async function setStatus(
  db: Database,
  admin: Viewer & AuditActor,
  uid: number,
  status: 'active' | 'banned',
  reason: string | null,
  now: Date,
): Promise<User> {
  return setStatusOf(db, admin, await db.read(found(personOf(uid))), { status, reason }, now)
}

/** Like `setStatus`, for a user that is already loaded. `extra` is part of the same transaction. */
export async function setStatusOf(
  db: Database,
  admin: Viewer & AuditActor,
  person: User,
  { status, reason }: { status: 'active' | 'banned'; reason: string | null },
  now: Date,
  extra: Statement[] = [],
): Promise<User> {
  const { uid } = person
  if (!mayChangeStatus(admin, person) || person.status === status) throw new AppError('invalid_transition')
  return change(db, admin, person, now, {
    update: [
      sql`UPDATE users SET status = ${status}, ban_reason = ${status === 'banned' ? reason : null} WHERE uid = ${uid}`,
      endAllSessions(uid),
      endTokens(uid),
      ...extra,
    ],
    entry: { action: 'user.status', reason, before: { status: person.status }, after: { status } },
    about: { event: 'status_changed', status, reason },
  })
}

/** Owners cannot be banned, and an admin cannot ban an admin. */
export function mayChangeStatus(admin: Pick<User, 'role'>, person: Pick<User, 'role'>): boolean {
  return !isOwner(person) && (isOwner(admin) || !isAdmin(person))
}

/**
 * The triggers users_last_owner_stays and users_owner_is_not_banned ensure that the site has an active owner. A banned user cannot
 * get a role. Sessions stay open: every request reads the current role.
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
  about: Parameters<typeof systemNotice>[0]['about']
}

async function change(db: Database, admin: AuditActor, { uid }: User, now: Date, { update, entry, about }: Change) {
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

export function personOf(uid: number): Statement<User> {
  return sql`SELECT * FROM users WHERE uid = ${uid} AND status <> 'deleted'`
}
