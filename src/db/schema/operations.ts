import { sql } from 'drizzle-orm'
import { integer, primaryKey, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { users } from '#db/schema/core.ts'
import {
  adminRecord,
  decider,
  internal,
  personal,
  recorded,
  ref,
  site,
  stored,
  told,
  user,
} from '#db/schema/stored.ts'
import { REPLY_KINDS } from '#db/values.ts'
import { HOUR } from '#kernel/clock.ts'
import { LANGUAGES } from '#kernel/i18n.ts'

export const userHidings = stored(
  'user_hidings',
  {
    why: ['因封禁而隐藏的内容', 'Content hidden together with a ban'],
    of: 'user_id',
    seenBy: 'admins',
    kept: 'record',
    bound: 'admins',
    erasure: 'kept',
    export: ['hidden_content'],
  },
  {
    id: recorded(integer().primaryKey()),
    user_id: user(ref(() => users.uid)),
    admin_id: decider(ref(() => users.uid)),
    reason: told(text().notNull(), { erase: { account: '' } }),
    state: recorded(
      text({ enum: ['hiding', 'hidden', 'restoring', 'restored'] })
        .notNull()
        .default('hiding'),
    ),
    banned: adminRecord(integer().notNull()),
    created_at: recorded(text().notNull()),
    restored_at: recorded(text()),
    posts_count: recorded(integer().notNull().default(0)),
    comments_count: recorded(integer().notNull().default(0)),
  },
  (t) => [uniqueIndex('user_hidings_one_at_a_time').on(t.user_id).where(sql`state <> 'restored'`)],
)

export const hiddenItems = stored(
  'hidden_items',
  {
    why: ['每一项隐藏的内容', 'Each hidden post and comment'],
    of: 'hiding_id',
    seenBy: 'admins',
    kept: 'record',
    bound: 'admins',
    erasure: 'statement',
    export: { not: ['由 user_hidings 概括', 'summed up in user_hidings'] },
  },
  {
    hiding_id: internal(ref(() => userHidings.id)),
    kind: personal(text({ enum: ['post', 'comment'] }).notNull()),
    item_id: personal(integer().notNull()),
    version: personal(integer()),
  },
  (t) => [primaryKey({ columns: [t.hiding_id, t.kind, t.item_id] })],
)

export const anomalies = stored(
  'anomalies',
  {
    why: ['来自同一地址的可疑赞和充能', 'Suspicious likes and energy from one address'],
    of: 'author_id',
    seenBy: 'admins',
    kept: { time: 6 * HOUR },
    erasure: 'statement',
    export: {
      not: [
        '给管理员的报告，由最近 30 天的赞、能量和登录计算',
        'a report for admins, computed from likes, energy and sign-ins of the last 30 days',
      ],
    },
  },
  {
    id: internal(integer().primaryKey()),
    address: personal(text().notNull()),
    author_id: user(ref(() => users.uid)),
    likes: personal(integer().notNull()),
    energy: personal(integer().notNull()),
    since: personal(text().notNull()),
    accounts: personal(text().notNull()),
    posts: personal(text().notNull()),
    found_at: personal(text().notNull()),
  },
)

export const userNotes = stored(
  'user_notes',
  {
    why: ['管理员关于用户的备注', 'Notes of admins about a user'],
    of: 'user_id',
    seenBy: 'admins',
    kept: 'account',
    bound: 'admins',
    erasure: 'deleted',
    export: {
      not: [
        '管理员之间的工作记录，可能提到举报人和其他人；如有人索取，由站长人工答复',
        'working notes between admins, which may name reporters and other people; an owner answers a request for them by hand',
      ],
    },
  },
  {
    id: internal(integer().primaryKey()),
    user_id: user(ref(() => users.uid)),
    author_id: decider(ref(() => users.uid)),
    text: personal(text().notNull()),
    created_at: personal(text().notNull()),
  },
)

export const savedReplies = stored(
  'saved_replies',
  {
    why: ['管理员的常用回复', 'Saved replies of admins'],
    of: null,
    seenBy: 'admins',
    kept: 'site',
  },
  {
    id: site(integer().primaryKey()),
    kind: site(text({ enum: REPLY_KINDS }).notNull()),
    text_zh: site(text().notNull()),
    text_en: site(text().notNull()),
  },
  (t) => [uniqueIndex('saved_replies_are_different').on(t.kind, t.text_zh, t.text_en)],
)

export const webhooks = stored(
  'webhooks',
  {
    why: ['接收事件的地址', 'Addresses that receive events'],
    of: null,
    seenBy: 'owner',
    kept: 'site',
  },
  {
    id: site(integer().primaryKey({ autoIncrement: true })),
    url: site(text().notNull()),
    host: site(text().notNull()),
    events: site(text().notNull()),
    secret: site(text().notNull()),
    old_secret: site(text()),
    key_id: site(text().notNull()),
    old_until: site(text()),
    site: site(text().notNull()),
    language: site(text({ enum: LANGUAGES }).notNull()),
    failing_since: site(text()),
    disabled_at: site(text()),
    disabled_because: site(text({ enum: ['owner', 'gone', 'failing'] })),
    created_at: site(text().notNull()),
    failed_at: site(text()),
  },
)

export const webhookEvents = stored(
  'webhook_events',
  {
    why: ['永远没有行：触发器用它产生投递', 'Never has a row: triggers create deliveries with it'],
    of: null,
    seenBy: 'software',
    kept: 'site',
  },
  {
    type: site(text().notNull()),
    ref: site(integer().notNull()),
    at: site(text().notNull()),
  },
  (t) => [primaryKey({ columns: [t.type, t.ref] })],
)

export type UserHiding = typeof userHidings.$inferSelect
export type HiddenItem = typeof hiddenItems.$inferSelect
export type UserNote = typeof userNotes.$inferSelect
export type SavedReplyRow = typeof savedReplies.$inferSelect
export type WebhookRow = typeof webhooks.$inferSelect
export type AnomalyRow = typeof anomalies.$inferSelect
