import { and, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { beginsWith, behindId, equals, type Group, pageGroup, type Statement } from '#db/client.ts'
import type { User } from '#db/schema/core.ts'
import { USER_STATUSES } from '#db/values.ts'
import { uidsNamed } from '#features/core/people/search.ts'
import { asUserRef, MeShape, UserRefShape } from '#features/core/people/user-ref.ts'
import { usernameKey } from '#features/core/people/username-key.ts'
import { idFilter, searchInput } from '#features/operations/admin/frame/inputs.ts'
import type { Language } from '#kernel/i18n.ts'
import { cursorBy, type Page, type PageRequest } from '#kernel/paging.ts'

const moment = z.iso.datetime()

export const AdminUserShape = z
  .object({
    ...UserRefShape.shape,
    email: z.string().nullable(),
    signature: z.string(),
    exp: z.int(),
    energy: z.int(),
    role: MeShape.shape.role,
    status: MeShape.shape.status,
    ban_reason: z.string().nullable(),
    ban_ends_at: moment.nullable(),
    silence: z
      .object({ reason: z.string().nullable(), since: moment, ends_at: moment.nullable() })
      .nullable(),
    followers_count: z.int(),
    following_count: z.int(),
    created_at: moment,
    purge_at: moment.nullable(),
  })
  .meta({ id: 'AdminUser' })

export type AdminUser = z.infer<typeof AdminUserShape>

export const PEOPLE_FILTERS = {
  q: searchInput,
  status: z.enum(USER_STATUSES).optional(),
  role: MeShape.shape.role.optional(),
  /** The uid of the user who invited them. */
  invited_by: idFilter,
}

type PeopleQuery = z.infer<z.ZodObject<typeof PEOPLE_FILTERS>>

/**
 * The users whose username or e-mail address begins with `q` or whose uid is `q`, or that a user
 * has invited. Newest first.
 */
export function peoplePage(
  query: PeopleQuery,
  request: PageRequest,
  language: Language,
): Group<Page<AdminUser>> {
  return pageGroup(
    ['people', query.q, query.status, query.role, query.invited_by],
    request,
    peopleOf(query, request),
    cursorBy('uid', 'uid'),
    (row) => asAdminUser(row, language),
  )
}

function peopleOf(
  { q, status, role, invited_by }: PeopleQuery,
  request: PageRequest,
): Statement<User> {
  const asked = and(
    sql`TRUE`,
    q === undefined ? undefined : sql`uid IN (${matching(q)})`,
    equals(sql`status`, status),
    equals(sql`role`, role),
    behindId(request, sql`uid`),
  )
  if (invited_by === undefined)
    return sql`SELECT * FROM users WHERE ${asked} ORDER BY uid DESC LIMIT ${request.limit + 1}`
  return sql`
    SELECT users.* FROM invitation_uses v INDEXED BY invitation_uses_of_inviter CROSS JOIN users ON uid = v.user_id
    WHERE v.inviter_id = ${invited_by} AND ${and(asked, behindId(request, sql`v.user_id`))}
    ORDER BY v.user_id DESC LIMIT ${request.limit + 1}`
}

/**
 * The first users, by username, whose username or e-mail address begins with the typed text. The
 * query reads few rows, because suggestions ask for it during typing.
 */
export function peopleLike(q: string, limit: number): Statement<User> {
  return sql`SELECT * FROM users WHERE uid IN (${matching(q, limit)}) ORDER BY username_key LIMIT ${limit}`
}

/** Each part reads a range of an index. A limit per part bounds the cost of a short text. */
function matching(q: string, max = 1000): SQL {
  return sql`
    ${uidsNamed(q, max)}
    UNION SELECT uid FROM (
      SELECT uid FROM users WHERE ${beginsWith(sql`email`, usernameKey(q))} LIMIT ${max})`
}

export function asAdminUser(user: User, language: Language): AdminUser {
  const { silenced_at, silence_reason: reason, silence_ends_at: ends_at } = user
  const {
    email,
    signature,
    exp,
    energy,
    role,
    status,
    ban_reason,
    followers_count,
    following_count,
    created_at,
  } = user
  return {
    ...asUserRef(user, language),
    email,
    signature,
    exp,
    energy,
    role,
    status,
    ban_reason,
    followers_count,
    following_count,
    created_at,
    purge_at: user.purge_at,
    ban_ends_at: user.ban_ends_at,
    silence: silenced_at === null ? null : { reason, since: silenced_at, ends_at },
  }
}
