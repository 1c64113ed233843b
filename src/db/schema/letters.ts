import { sql } from 'drizzle-orm'
import { integer, primaryKey, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { AGES } from '#db/schema/ages.ts'
import { users } from '#db/schema/core.ts'
import { posts } from '#db/schema/publishing.ts'
import {
  given,
  internal,
  personal,
  recorded,
  ref,
  secret,
  site,
  stored,
  user,
} from '#db/schema/stored.ts'
import { CADENCES, TOPIC_KINDS } from '#db/values.ts'
import { DAY } from '#kernel/clock.ts'
import { LANGUAGES } from '#kernel/i18n.ts'

export const letterSubscribers = stored(
  'letter_subscribers',
  {
    why: ['邮件订阅的地址，加密保存', 'Addresses that get letters, encrypted'],
    of: 'user_id',
    seenBy: 'person',
    kept: 'account',
    bound: { most: 1, per: 'person' },
    erasure: 'deleted',
    export: ['letter_addresses'],
  },
  {
    id: recorded(integer().primaryKey({ autoIncrement: true })),
    email_hash: secret(text().notNull().unique()),
    email: secret(text()),
    key_id: secret(text().notNull()),
    user_id: user(integer().references(() => users.uid)),
    language: given(text({ enum: LANGUAGES }).notNull()),
    time_zone: given(text().notNull()),
    site: internal(text().notNull()),
    bounces: internal(integer().notNull().default(0)),
    ended: recorded(text({ enum: ['bounced', 'complained'] })),
    created_at: recorded(text().notNull()),
  },
)

export const letterSubscriptions = stored(
  'letter_subscriptions',
  {
    why: ['地址订阅了什么', 'What an address subscribes to'],
    of: 'subscriber_id',
    seenBy: 'person',
    kept: 'account',
    bound: { most: 'SUBSCRIPTIONS_MAX', per: 'letter_subscribers' },
    erasure: { trigger: 'letter_subscribers_take_subscriptions_along' },
    export: ['letter_subscriptions'],
  },
  {
    subscriber_id: recorded(ref(() => letterSubscribers.id)),
    kind: given(text({ enum: TOPIC_KINDS }).notNull()),
    ref: given(text().notNull()),
    cadence: given(text({ enum: CADENCES }).notNull()),
    digest_from: internal(text()),
    digest_at: recorded(text()),
    created_at: recorded(text().notNull()),
  },
  (t) => [primaryKey({ columns: [t.subscriber_id, t.kind, t.ref] })],
)

export const letterTopics = stored(
  'letter_topics',
  {
    why: ['每个主题的订阅人数', 'Numbers of subscribers of each topic'],
    of: null,
    seenBy: 'person',
    kept: 'content',
    bound: { most: 1, per: 'letter_subscriptions' },
  },
  {
    kind: site(text().notNull()),
    ref: site(text().notNull()),
    subscribers: site(integer().notNull().default(0)),
  },
  (t) => [primaryKey({ columns: [t.kind, t.ref] })],
)

export const letterRequests = stored(
  'letter_requests',
  {
    why: ['等待确认的订阅', 'Subscriptions that wait for confirmation'],
    of: 'email_hash',
    seenBy: 'software',
    kept: { time: 2 * DAY },
    erasure: 'expires',
    export: { not: ['等待确认，保存两天', 'waiting for confirmation, stored for two days'] },
  },
  {
    id: internal(integer().primaryKey({ autoIncrement: true })),
    email_hash: personal(text().notNull()),
    email: personal(text().notNull()),
    key_id: internal(text().notNull()),
    kind: personal(text({ enum: TOPIC_KINDS }).notNull()),
    ref: personal(text().notNull()),
    cadence: personal(text({ enum: CADENCES }).notNull()),
    language: personal(text({ enum: LANGUAGES }).notNull()),
    time_zone: personal(text().notNull()),
    site: internal(text().notNull()),
    created_at: personal(text().notNull()),
    confirmed_at: personal(text()),
  },
)

export const letterImports = stored(
  'letter_imports',
  {
    why: ['导入的订阅地址，加密保存', 'Imported addresses, encrypted'],
    of: 'addresses',
    seenBy: 'software',
    kept: { time: 1 * DAY },
    erasure: 'expires',
    export: {
      not: [
        '站长导入的其他人的地址，处理完即删除',
        'addresses of other people that an author imported, deleted once they are processed',
      ],
    },
  },
  {
    id: internal(integer().primaryKey()),
    kind: personal(text({ enum: TOPIC_KINDS }).notNull()),
    ref: personal(text().notNull()),
    addresses: personal(text().notNull()),
    key_id: internal(text().notNull()),
    done: internal(integer().notNull().default(0)),
    confirmed: personal(integer().notNull()),
    language: personal(text({ enum: LANGUAGES }).notNull()),
    site: internal(text().notNull()),
    created_at: personal(text().notNull()),
  },
)

export const letterAuthors = stored(
  'letter_authors',
  {
    why: ['作者的邮件设置', 'Settings of an author for letters'],
    of: 'user_id',
    seenBy: 'person',
    kept: 'account',
    bound: { most: 1, per: 'person' },
    erasure: 'deleted',
    export: ['letter_settings'],
  },
  {
    user_id: user(
      integer()
        .primaryKey()
        .references(() => users.uid),
    ),
    content: given(
      text({ enum: ['off', 'summary', 'whole'] })
        .notNull()
        .default('summary'),
    ),
    blocked_at: recorded(text()),
  },
)

export const letters = stored(
  'letters',
  {
    why: ['发给订阅者的邮件', 'Letters to subscribers'],
    of: 'author_id',
    seenBy: 'person',
    kept: 'record',
    bound: { most: 1, per: 'personAndDay' },
    erasure: 'kept',
    export: ['letters'],
  },
  {
    id: recorded(integer().primaryKey({ autoIncrement: true })),
    author_id: user(ref(() => users.uid)),
    state: recorded(
      text({ enum: ['waiting', 'sending', 'sent', 'dropped'] })
        .notNull()
        .default('waiting'),
    ),
    subject: given(text(), { erase: { account: null } }),
    due_at: recorded(text().notNull()),
    cursor: internal(integer().notNull().default(0)),
    created_at: recorded(text().notNull()),
    started_at: recorded(text()),
    ended_at: recorded(text()),
    sent: recorded(integer().notNull().default(0)),
    problem: internal(text()),
    failed: recorded(integer().notNull().default(0)),
    bounced: recorded(integer().notNull().default(0)),
    complained: recorded(integer().notNull().default(0)),
  },
  (t) => [uniqueIndex('letters_waiting').on(t.author_id).where(sql`state = 'waiting'`)],
)

export const letterPosts = stored(
  'letter_posts',
  {
    why: ['哪篇文章在哪封邮件里', 'Which post is in which letter'],
    of: null,
    seenBy: 'software',
    kept: 'content',
    bound: { most: 1, per: 'posts' },
  },
  {
    post_id: site(
      integer()
        .primaryKey()
        .references(() => posts.id),
    ),
    letter_id: site(ref(() => letters.id)),
  },
)

export const postsWithoutLetter = stored(
  'posts_without_letter',
  {
    why: ['不通过邮件发送的文章', 'Posts that no letter contains'],
    of: null,
    seenBy: 'software',
    kept: 'content',
    bound: { most: 1, per: 'posts' },
  },
  {
    post_id: site(
      integer()
        .primaryKey()
        .references(() => posts.id),
    ),
  },
)

export const letterSends = stored(
  'letter_sends',
  {
    why: ['哪个地址收到了哪封邮件', 'Which address got which letter'],
    of: 'subscriber_id',
    seenBy: 'software',
    kept: { time: AGES.letterSends * DAY },
    erasure: {
      partly: [
        '保留，但编号不再属于任何地址',
        'Stays, but its number belongs to no address any more',
      ],
    },
    export: {
      not: ['发送的结果，由邮件服务报告', 'results of deliveries, reported by the mail service'],
    },
  },
  {
    letter_id: internal(ref(() => letters.id)),
    subscriber_id: personal(integer().notNull()),
    state: personal(
      text({ enum: ['sent', 'deferred', 'failed', 'bounced', 'complained'] }).notNull(),
    ),
    message_id: personal(text()),
  },
  (t) => [primaryKey({ columns: [t.letter_id, t.subscriber_id] })],
)

export type LetterSubscriber = typeof letterSubscribers.$inferSelect
export type LetterRequest = typeof letterRequests.$inferSelect
export type LetterRow = typeof letters.$inferSelect
export type LetterImport = typeof letterImports.$inferSelect
