import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Database, Statement } from '#db/client.ts'
import type { User } from '#db/schema/people.ts'
import type { AdminUserShape } from '#features/admin/people/shapes.ts'
import { systemNotice } from '#features/notifications/notices.ts'
import { asUserRef } from '#features/people/person.ts'
import { isAdmin, isOwner, type Viewer } from '#features/people/viewer.ts'
import { endAllSessions } from '#features/sessions/end.ts'
import { type Administrator, type AuditEntry, auditEntry } from '#features/site/audit-log.ts'
import { AppError } from '#kernel/errors.ts'
import type { Language } from '#kernel/i18n.ts'
import { type Page, type PageRequest, pageOf } from '#kernel/paging.ts'

export type AdminUser = z.infer<typeof AdminUserShape>

export interface PeopleQuery {
  q?: string | undefined
  status?: User['status'] | undefined
  role?: User['role'] | undefined
}

/** By the beginning of a name or e-mail, or by uid. Newest first. */
export async function listPeople(
  db: Database,
  query: PeopleQuery,
  request: PageRequest,
  language: Language,
): Promise<Page<AdminUser>> {
  return asPeoplePage(await db.all(peopleOf(query, request)), request, language)
}

export function peopleOf({ q, status, role }: PeopleQuery, { after, limit }: PageRequest): Statement<User> {
  return sql`
    SELECT * FROM users WHERE TRUE
      ${q === undefined ? sql`` : sql`AND uid IN (${matching(q)})`}
      ${status === undefined ? sql`` : sql`AND status = ${status}`}
      ${role === undefined ? sql`` : sql`AND role = ${role}`}
      ${after === null ? sql`` : sql`AND uid < ${after[1]}`}
    ORDER BY uid DESC LIMIT ${limit + 1}`
}

export function asPeoplePage(rows: User[], request: PageRequest, language: Language): Page<AdminUser> {
  return pageOf(
    rows,
    request,
    (row) => [row.uid, row.uid],
    (row) => asAdminUser(row, language),
  )
}

/** Each part is a range of an index; a thousand matches are more than anybody pages through. */
function matching(q: string): SQL {
  const key = q.normalize('NFKC').toLowerCase().normalize('NFKC')
  const beyond = `${key}\u{10FFFF}`
  const uid = /^\d{1,15}$/.test(key) ? Number(key) : 0
  return sql`
    SELECT uid FROM users WHERE uid = ${uid}
    UNION SELECT uid FROM (SELECT uid FROM users WHERE username_key >= ${key} AND username_key < ${beyond} LIMIT 1000)
    UNION SELECT uid FROM (SELECT uid FROM users WHERE email >= ${key} AND email < ${beyond} LIMIT 1000)`
}

/** Bans or unbans. Sessions end at once, so the new status counts from the next request on. */
export async function setStatus(
  db: Database,
  admin: Viewer & Administrator,
  uid: number,
  status: 'active' | 'banned',
  reason: string | null,
  now: Date,
): Promise<User> {
  const person = await personOf(db, uid)
  if (!mayChangeStatus(admin, person) || person.status === status) throw new AppError('invalid_transition')
  return change(db, admin, person, now, {
    update: [
      sql`UPDATE users SET status = ${status}, ban_reason = ${status === 'banned' ? reason : null} WHERE uid = ${uid}`,
      endAllSessions(uid),
    ],
    entry: { action: 'user.status', reason, before: { status: person.status }, after: { status } },
    about: { event: 'status_changed', status, reason },
  })
}

/** Nobody bans an owner, and an admin cannot ban an admin. */
export function mayChangeStatus(admin: Pick<User, 'role'>, person: Pick<User, 'role'>): boolean {
  return !isOwner(person) && (isOwner(admin) || !isAdmin(person))
}

/** The database keeps the last owner. Whoever is banned gets no powers. Sessions go on: they know the role as it is. */
export async function setRole(
  db: Database,
  owner: Viewer & Administrator,
  uid: number,
  role: User['role'],
  now: Date,
): Promise<User> {
  const person = await personOf(db, uid)
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

async function change(db: Database, admin: Administrator, { uid }: User, now: Date, { update, entry, about }: Change) {
  const results = await db.batch([
    auditEntry(admin, { ...entry, target: ['user', uid], subject: uid }, now),
    ...update,
    systemNotice({ to: uid, by: admin.uid, about }, now),
    sql`SELECT * FROM users WHERE uid = ${uid}`,
  ])
  const [changed] = results.at(-1) as User[]
  if (!changed) throw new AppError('not_found')
  return changed
}

export async function personOf(db: Database, uid: number): Promise<User> {
  const person = await db.first(sql<User>`SELECT * FROM users WHERE uid = ${uid} AND status <> 'deleted'`)
  if (person === null) throw new AppError('not_found')
  return person
}

export function asAdminUser(user: User, language: Language): AdminUser {
  const { email, signature, exp, energy, role, status, ban_reason, followers_count, following_count, created_at } = user
  return {
    ...asUserRef(user, language),
    ...{ email, signature, exp, energy, role, status, ban_reason, followers_count, following_count, created_at },
    purge_at: user.purge_at,
  }
}
