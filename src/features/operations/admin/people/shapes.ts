import * as z from 'zod'
import { MeShape, UserRefShape } from '#features/core/people/shapes.ts'

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
    silence: z.object({ reason: z.string().nullable(), since: moment, ends_at: moment.nullable() }).nullable(),
    followers_count: z.int(),
    following_count: z.int(),
    created_at: moment,
    purge_at: moment.nullable(),
  })
  .meta({ id: 'AdminUser' })

/** A user with details for admins. */
export const AdminPersonShape = z
  .object({
    ...AdminUserShape.shape,
    sessions_count: z.int(),
    invited_by: UserRefShape.nullable(),
    /** “Ban and hide” that is in force or being undone. */
    hiding: z
      .object({
        state: z.enum(['hiding', 'hidden', 'restoring']),
        posts_count: z.int(),
        comments_count: z.int(),
        created_at: moment,
      })
      .nullable(),
    posts: z.object({
      draft: z.int(),
      pending: z.int(),
      approved: z.int(),
      rejected: z.int(),
      locked: z.int(),
    }),
  })
  .meta({ id: 'AdminPerson' })
