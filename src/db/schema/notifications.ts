import { sql } from 'drizzle-orm'
import { integer, primaryKey, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { AGES } from '#db/schema/ages.ts'
import { comments } from '#db/schema/community.ts'
import { users } from '#db/schema/core.ts'
import { given, internal, personal, recorded, ref, stored, user } from '#db/schema/stored.ts'
import { MAIL_MODES } from '#db/values.ts'
import { DAY } from '#kernel/clock.ts'
import { LANGUAGES } from '#kernel/i18n.ts'

export const notifications = stored(
  'notifications',
  {
    why: ['站内通知', 'Notices in the inbox'],
    of: 'user_id',
    seenBy: 'person',
    kept: {
      time: AGES.unreadNotices * DAY,
      rest: [`已读的 ${AGES.readNotices} 天`, `${AGES.readNotices} days once read`],
    },
    erasure: 'deleted',
    export: ['notifications'],
  },
  {
    id: recorded(integer().primaryKey()),
    user_id: user(ref(() => users.uid)),
    kind: recorded(
      text({
        enum: [
          'NotifyComment',
          'NotifyCommentReply',
          'NotifyMention',
          'NotifyLikeAggregated',
          'NotifyFollow',
          'NotifyLevelUp',
          'NotifySystem',
        ],
      }).notNull(),
      { as: ['lane', 'kind'] },
    ),
    category: recorded(
      text({ enum: ['comment', 'mention', 'like', 'follow', 'system'] }).notNull(),
    ),
    related_id: recorded(integer()),
    read: recorded(integer().notNull().default(0)),
    created_at: recorded(text().notNull()),
    once_key: internal(text()),
    actor_id: recorded(
      integer().references(() => users.uid),
      { as: ['actor'] },
    ),
    data: recorded(text().notNull().default('{}')),
    comment_id: internal(integer().references(() => comments.id)),
  },
  (t) => [
    uniqueIndex('notifications_once').on(t.user_id, t.once_key).where(sql`once_key IS NOT NULL`),
  ],
)

export const unreadCounts = stored(
  'unread_counts',
  {
    why: ['每类未读通知的数量', 'Numbers of unread notices of each kind'],
    of: 'user_id',
    seenBy: 'person',
    kept: 'account',
    bound: { most: 7, per: 'person' },
    erasure: 'deleted',
    export: { not: ['由通知计算', 'computed from notifications'] },
  },
  {
    user_id: user(ref(() => users.uid)),
    kind: personal(text().notNull()),
    category: personal(text().notNull()),
    unread: personal(integer().notNull()),
    since: personal(text()),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.kind] })],
)

export const noticeMail = stored(
  'notice_mail',
  {
    why: ['用户想收到哪些通知邮件', 'Which notices a user gets by mail'],
    of: 'user_id',
    seenBy: 'person',
    kept: 'account',
    bound: { most: 1, per: 'person' },
    erasure: 'deleted',
    export: ['mail_choices'],
  },
  {
    user_id: user(
      integer()
        .primaryKey()
        .references(() => users.uid),
    ),
    comment: given(text({ enum: MAIL_MODES }).notNull()),
    reply: given(text({ enum: MAIL_MODES }).notNull()),
    mention: given(text({ enum: MAIL_MODES }).notNull()),
    like: given(text({ enum: MAIL_MODES }).notNull()),
    follow: given(text({ enum: MAIL_MODES }).notNull()),
    system: given(text({ enum: MAIL_MODES }).notNull()),
    digest: given(text({ enum: ['daily', 'weekly'] }).notNull()),
    language: given(text({ enum: LANGUAGES }).notNull()),
    site: internal(text().notNull()),
    digest_from: internal(text().notNull()),
    digest_at: recorded(text().notNull()),
  },
)

export const noticesToMail = stored(
  'notices_to_mail',
  {
    why: ['等待发邮件的通知', 'Notices that wait for their mail'],
    of: 'user_id',
    seenBy: 'software',
    kept: 'account',
    bound: { most: 1, per: 'notifications' },
    erasure: { trigger: 'notifications_gone_are_not_mailed' },
    export: { not: ['还没有发出邮件的通知', 'notifications that are not mailed yet'] },
  },
  {
    notification_id: personal(integer().primaryKey()),
    user_id: user(ref(() => users.uid)),
  },
)

export type NotificationRow = typeof notifications.$inferSelect
/** Which notices a user gets by mail. */
export type NoticeMailRow = typeof noticeMail.$inferSelect
