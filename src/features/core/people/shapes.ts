import * as z from 'zod'

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

const RestrictionShape = z.object({ reason: z.string().nullable(), ends_at: z.iso.datetime().nullable() })

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
    status: z.enum(['active', 'banned', 'deleted']),
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
