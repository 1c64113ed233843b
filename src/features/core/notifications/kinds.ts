import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { concerning, type Database, found } from '#db/client.ts'
import type { User } from '#db/schema/core.ts'
import type { NotificationRow } from '#db/schema/notifications.ts'
import { UserRefShape } from '#features/core/people/user-ref.ts'
import type { Viewer } from '#features/core/people/viewer.ts'

export type Kind = NotificationRow['kind']
export type Category = NotificationRow['category']

/** The user column that switches a kind off. */
type Switch = Extract<keyof User, `notify_${string}`>
/** The switches of a user. */
export type Switches = Pick<User, Switch>

/**
 * The category of each kind, and the switch that turns it off. The switch is null if the kind
 * cannot be turned off.
 */
export const KINDS: Record<Kind, { category: Category; pref: Switch | null }> = {
  NotifyComment: { category: 'comment', pref: 'notify_comment' },
  NotifyCommentReply: { category: 'comment', pref: 'notify_reply' },
  NotifyMention: { category: 'mention', pref: null },
  NotifyLikeAggregated: { category: 'like', pref: 'notify_like' },
  NotifyFollow: { category: 'follow', pref: 'notify_follow' },
  NotifyLevelUp: { category: 'system', pref: null },
  NotifySystem: { category: 'system', pref: null },
}

/** The categories in display order. */
export const CATEGORIES = [
  'comment',
  'mention',
  'like',
  'follow',
  'system',
] as const satisfies Category[]

/**
 * Whether a user has not switched this kind off. Switched-off kinds are neither listed nor counted.
 */
export function isWanted(kind: Kind, user: Switches): boolean {
  const { pref } = KINDS[kind]
  return pref === null || user[pref] === 1
}

export function kindsOf(category: Category): Kind[] {
  return KIND_NAMES.filter((kind) => KINDS[kind].category === category)
}

export const KIND_NAMES = Object.keys(KINDS) as Kind[]

export const NotificationShape = z
  .object({
    id: z.int(),
    kind: z.enum(KIND_NAMES),
    category: z.enum(CATEGORIES),
    related_id: z.int().nullable(),
    /** Null for system notifications: deciding admins are not named. */
    actor: UserRefShape.nullable(),
    text: z.string(),
    link: z
      .string()
      .nullable()
      .describe(
        'The path of the page that the notification leads to. Null if there is no such page, or if you can no longer see the post.',
      ),
    read: z.boolean(),
    created_at: z.iso.datetime(),
    data: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  })
  .meta({ id: 'Notification' })

export type Notification = z.infer<typeof NotificationShape>

const COUNTS = Object.fromEntries(CATEGORIES.map((name) => [name, z.int()])) as Record<
  Category,
  z.ZodInt
>

export const UnreadShape = z
  .object({ unread: z.int(), by_category: z.object(COUNTS) })
  .meta({ id: 'Unread' })

export type Unread = z.infer<typeof UnreadShape>

export const ReadAllShape = z.object({ read: z.int() })

export const NotifyPrefsShape = z
  .object({ comment: z.boolean(), reply: z.boolean(), like: z.boolean(), follow: z.boolean() })
  .meta({ id: 'NotifyPrefs' })

/**
 * The section of a notice, as in the index notifications_of_user_by_lane. Replies have a section of
 * their own, because they have a switch of their own.
 */
export const SECTION = `iif(kind = 'NotifyCommentReply', 'reply', category)`

const sectionNameOf = (kind: Kind) =>
  kind === 'NotifyCommentReply' ? 'reply' : KINDS[kind].category

/** Each section with one of its kinds: all kinds of a section have the same switch. */
const SECTIONS: [section: string, kind: Kind][] = [
  ...new Map(KIND_NAMES.map((kind) => [sectionNameOf(kind), kind])),
]

/**
 * Conditions for the sections of a category. A section that the user has switched off is compared
 * with NULL and reads no rows.
 */
export function sectionsOf(uid: SQL, category: Category | 'all'): SQL[] {
  return SECTIONS.filter(([, kind]) => category === 'all' || KINDS[kind].category === category).map(
    ([section, kind]) => {
      const { pref } = KINDS[kind]
      const wanted =
        pref && sql`(SELECT iif(${sql.raw(pref)}, ${section}, NULL) FROM users WHERE uid = ${uid})`
      return sql`${sql.raw(SECTION)} = ${wanted ?? section}`
    },
  )
}

/** The section of a row of `table`. The table needs the columns kind and category. */
export function sectionOf(table: string): SQL {
  return sql.raw(SECTION.replace('kind', `${table}.kind`).replace('category', `${table}.category`))
}

/** A condition: the notice is in a section of one of these kinds. */
export function inSections(kinds: readonly Kind[]): SQL {
  return sql`${sql.raw(SECTION)} IN ${[...new Set(kinds.map(sectionNameOf))]}`
}

export type NotifyPrefs = z.infer<typeof NotifyPrefsShape>
type Pref = keyof NotifyPrefs

export const PREFS = ['comment', 'reply', 'like', 'follow'] as const satisfies Pref[]

export function notifyPrefs(user: Switches): NotifyPrefs {
  return Object.fromEntries(
    PREFS.map((pref) => [pref, user[`notify_${pref}`] === 1]),
  ) as NotifyPrefs
}

export async function setNotifyPref(
  db: Database,
  viewer: Viewer,
  pref: Pref,
  enabled: boolean,
): Promise<NotifyPrefs> {
  const set = sql<Switches>`
    UPDATE users SET ${sql.identifier(`notify_${pref}`)} = ${enabled ? 1 : 0} WHERE uid = ${viewer.uid}
    RETURNING notify_comment, notify_reply, notify_like, notify_follow`
  return notifyPrefs(await db.read(found(concerning({ users: [viewer.uid] }, set))))
}
