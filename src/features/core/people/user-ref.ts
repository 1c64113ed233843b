import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { User } from '#db/schema/core.ts'
import { USER_STATUSES } from '#db/values.ts'
import { levelOf } from '#features/core/people/level.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'

export type PublicColumns = Pick<User, 'uid' | 'username' | 'avatar_key' | 'exp' | 'status'>

/** Names and values of `PublicColumns` for `json_object`. `table` is an alias of `users`. */
export function publicColumns(table: string): SQL {
  return sql.raw(
    ['uid', 'username', 'avatar_key', 'exp', 'status']
      .map((name) => `'${name}', ${table}.${name}`)
      .join(', '),
  )
}

/** `PublicColumns` in one JSON column. The column is null if a LEFT JOIN finds no user. */
export function publicJson(table: string): SQL {
  return sql`iif(${sql.raw(table)}.uid IS NULL, NULL, json_object(${publicColumns(table)}))`
}

/** Reads what `publicJson` selected. */
export function userRefIn(json: string, language: Language): UserRef
export function userRefIn(json: string | null, language: Language): UserRef | null
export function userRefIn(json: string | null, language: Language): UserRef | null {
  return json === null ? null : asUserRef(JSON.parse(json), language)
}

/** The page of a user. */
export const userPath = (uid: number): string => `/space/${uid}`

export function asUserRef(user: PublicColumns, language: Language): UserRef {
  return {
    uid: user.uid,
    username: user.username,
    display_name: displayName(user, language),
    avatar_url: imageUrl(user.avatar_key),
    level: levelOf(user.exp),
  }
}

export function asMe(viewer: Viewer, language: Language): Me {
  const {
    email,
    signature,
    exp,
    energy,
    role,
    status,
    followers_count,
    following_count,
    created_at,
  } = viewer
  const own = {
    email,
    signature,
    exp,
    energy,
    role,
    status,
    followers_count,
    following_count,
    created_at,
  }
  return {
    ...asUserRef(viewer, language),
    ...own,
    email_verified: viewer.email_verified_at !== null,
    followers_public: viewer.followers_public === 1,
    ban: status === 'banned' ? { reason: viewer.ban_reason, ends_at: viewer.ban_ends_at } : null,
    silence:
      viewer.silenced_at === null
        ? null
        : { reason: viewer.silence_reason, ends_at: viewer.silence_ends_at },
  }
}

export function displayName(
  user: Pick<User, 'uid' | 'username' | 'status'>,
  language: Language,
): string {
  if (user.status === 'deleted') return names[language].deleted
  return user.username ?? names[language].unnamed(user.uid)
}

export function imageUrl(key: string): string
export function imageUrl(key: string | null): string | null
export function imageUrl(key: string | null): string | null {
  return key === null ? null : `/images/${key}`
}

const names = bilingual({
  deleted: ['已注销用户', 'Deleted user'],
  unnamed: [(uid: number) => `用户${uid}`, (uid: number) => `User ${uid}`],
})

/** The public fields of a user. */
export const UserRefShape = z
  .object({
    uid: z.int(),
    username: z.string().nullable(),
    display_name: z.string(),
    avatar_url: z.string().nullable(),
    level: z.int().min(0).max(6),
  })
  .meta({ id: 'UserRef' })

export type UserRef = z.infer<typeof UserRefShape>

const RestrictionShape = z.object({
  reason: z.string().nullable(),
  ends_at: z.iso.datetime().nullable(),
})

/** The account of the viewer, with private fields. */
export const MeShape = z
  .object({
    ...UserRefShape.shape,
    email: z.string(),
    email_verified: z.boolean(),
    signature: z.string(),
    exp: z.int(),
    energy: z.int(),
    role: z.enum(['user', 'admin', 'owner']),
    status: z.enum(USER_STATUSES),
    /** Null unless the account is banned. `ends_at` is null if an admin must lift the ban. */
    ban: RestrictionShape.nullable(),
    /** Null unless the account is silenced: it can read and react, but not publish. */
    silence: RestrictionShape.nullable(),
    followers_count: z.int(),
    following_count: z.int(),
    followers_public: z.boolean(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'Me' })

export type Me = z.infer<typeof MeShape>
