import * as z from 'zod'
import { CATEGORIES, type Category, KIND_NAMES } from '#features/core/notifications/kinds.ts'
import { UserRefShape } from '#features/core/people/shapes.ts'

export const NotificationShape = z
  .object({
    id: z.int(),
    kind: z.enum(KIND_NAMES),
    category: z.enum(CATEGORIES),
    related_id: z.int().nullable(),
    /** Null for system notifications: deciding admins are not named. */
    actor: UserRefShape.nullable(),
    text: z.string(),
    /** Null if the reader can no longer see the post. */
    link: z.string().nullable(),
    read: z.boolean(),
    created_at: z.iso.datetime(),
    data: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  })
  .meta({ id: 'Notification' })

export type Notification = z.infer<typeof NotificationShape>

const COUNTS = Object.fromEntries(CATEGORIES.map((name) => [name, z.int()])) as Record<Category, z.ZodInt>

export const UnreadShape = z.object({ unread: z.int(), by_category: z.object(COUNTS) }).meta({ id: 'Unread' })

export type Unread = z.infer<typeof UnreadShape>

export const ReadAllShape = z.object({ read: z.int() })

export const NotifyPrefsShape = z
  .object({ comment: z.boolean(), reply: z.boolean(), like: z.boolean(), follow: z.boolean() })
  .meta({ id: 'NotifyPrefs' })
