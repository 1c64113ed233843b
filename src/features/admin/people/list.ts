import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Database, Statement } from '#db/client.ts'
import type { User } from '#db/schema/people.ts'
import type { AdminUserShape } from '#features/admin/people/shapes.ts'
import { asUserRef } from '#features/people/person.ts'
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

export function asAdminUser(user: User, language: Language): AdminUser {
  const { email, signature, exp, energy, role, status, ban_reason, followers_count, following_count, created_at } = user
  return {
    ...asUserRef(user, language),
    ...{ email, signature, exp, energy, role, status, ban_reason, followers_count, following_count, created_at },
    purge_at: user.purge_at,
  }
}
