import { sql } from 'drizzle-orm'
import {
  type AnySQLiteColumn,
  integer,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import { AGES } from '#db/schema/ages.ts'
import { images, users } from '#db/schema/core.ts'
import { posts, series, tags } from '#db/schema/publishing.ts'
import {
  computed,
  decider,
  given,
  internal,
  othersAct,
  personal,
  recorded,
  ref,
  site,
  stored,
  user,
} from '#db/schema/stored.ts'
import { REPORT_DECISIONS, REPORT_KINDS, REPORT_REASONS } from '#db/values.ts'
import { DAY } from '#kernel/clock.ts'

export const comments = stored(
  'comments',
  {
    why: ['评论', 'Comments'],
    of: 'author_id',
    seenBy: 'everyone',
    kept: 'content',
    bound: { most: 'ACTIVITY_MAX.comments', per: 'person' },
    erasure: {
      partly: [
        '评论保留，作者显示为“已注销用户”；已删除的评论被清空',
        'Comments stay under "Deleted user"; deleted comments are emptied',
      ],
    },
    export: ['comments', 'deleted_comments'],
  },
  {
    id: recorded(integer().primaryKey({ autoIncrement: true })),
    post_id: recorded(ref(() => posts.id)),
    root_id: recorded(integer().references((): AnySQLiteColumn => comments.id)),
    reply_to_id: recorded(integer().references((): AnySQLiteColumn => comments.id)),
    author_id: user(ref(() => users.uid)),
    body: given(text().notNull(), { erase: { content: '' } }),
    image_id: given(
      integer().references(() => images.id),
      { as: ['image_url'] },
    ),
    created_at: recorded(text().notNull()),
    edited_at: recorded(text()),
    deleted_at: recorded(text()),
    deleted_by: decider(integer().references(() => users.uid)),
    replies_count: recorded(integer().notNull().default(0)),
    likes_count: recorded(integer().notNull().default(0)),
    mentions_made: internal(integer().notNull().default(0)),
    nth_of_author: internal(integer().notNull().default(0)),
    nth_of_day: internal(integer().notNull().default(0)),
  },
)

export const commentMentions = stored(
  'comment_mentions',
  {
    why: ['评论里提到的用户', 'Users mentioned in comments'],
    of: 'user_id',
    seenBy: 'everyone',
    kept: 'content',
    bound: { most: 'MENTIONS_MAX', per: 'comments' },
    erasure: 'kept',
    export: {
      not: [
        '是其他用户评论的一部分，每次提及都有通知',
        'part of the comments of other users; each has a notification',
      ],
    },
  },
  {
    comment_id: internal(ref(() => comments.id)),
    user_id: user(ref(() => users.uid)),
    name: personal(text().notNull(), { erase: { account: '' } }),
  },
  (t) => [primaryKey({ columns: [t.comment_id, t.user_id] })],
)

export const commentLikes = stored(
  'comment_likes',
  {
    why: ['评论的赞', 'Likes of comments'],
    of: 'user_id',
    seenBy: 'everyone',
    kept: 'content',
    bound: { most: 'REACTIONS_MAX', per: 'person' },
    erasure: 'kept',
    export: ['comment_likes'],
  },
  {
    comment_id: recorded(ref(() => comments.id)),
    user_id: user(ref(() => users.uid)),
    created_at: recorded(text().notNull()),
  },
  (t) => [primaryKey({ columns: [t.comment_id, t.user_id] })],
)

export const postLikes = stored(
  'post_likes',
  {
    why: ['文章的赞', 'Likes of posts'],
    of: 'user_id',
    seenBy: 'personAndAdmins',
    kept: 'content',
    bound: { most: 'REACTIONS_MAX', per: 'person' },
    erasure: 'kept',
    export: ['likes'],
  },
  {
    user_id: user(ref(() => users.uid)),
    post_id: recorded(ref(() => posts.id)),
    created_at: recorded(text().notNull()),
    quiet: othersAct(integer().notNull().default(0)),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.post_id] })],
)

export const postDislikes = stored(
  'post_dislikes',
  {
    why: ['文章的踩', 'Dislikes of posts'],
    of: 'user_id',
    seenBy: 'person',
    kept: 'content',
    bound: { most: 'REACTIONS_MAX', per: 'person' },
    erasure: 'kept',
    export: ['dislikes'],
  },
  {
    user_id: user(ref(() => users.uid)),
    post_id: recorded(ref(() => posts.id)),
    created_at: recorded(text().notNull()),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.post_id] })],
)

export const postEnergizeLog = stored(
  'post_energize_log',
  {
    why: ['给文章的充能', 'Energy given to posts'],
    of: 'user_id',
    seenBy: 'everyone',
    kept: 'record',
    bound: 'energy',
    erasure: 'kept',
    export: ['energizes'],
  },
  {
    id: recorded(integer().primaryKey()),
    user_id: user(ref(() => users.uid)),
    post_id: recorded(ref(() => posts.id)),
    amount: recorded(integer().notNull()),
    exp_gained: recorded(integer().notNull()),
    created_at: recorded(text().notNull()),
  },
)

export const folders = stored(
  'folders',
  {
    why: ['收藏夹', 'Folders of favorites'],
    of: 'user_id',
    seenBy: 'person',
    kept: 'account',
    bound: { most: 'FOLDERS_MAX', per: 'person' },
    erasure: 'statement',
    export: ['folders'],
  },
  {
    id: recorded(integer().primaryKey({ autoIncrement: true })),
    user_id: user(ref(() => users.uid)),
    name: given(text().notNull()),
    public: given(integer().notNull().default(0)),
    is_default: recorded(integer().notNull().default(0)),
    created_at: recorded(text().notNull()),
    items_count: recorded(integer().notNull().default(0)),
    hidden_items_count: computed(integer().notNull().default(0)),
  },
  (t) => [uniqueIndex('folders_one_default').on(t.user_id).where(sql`is_default = 1`)],
)

export const folderItems = stored(
  'folder_items',
  {
    why: ['收藏的文章', 'Posts in folders'],
    of: 'user_id',
    seenBy: 'person',
    kept: 'account',
    bound: { most: 'SAVED_POSTS_MAX', per: 'person' },
    erasure: { trigger: 'folders_empty_first' },
    export: ['folder_items'],
  },
  {
    folder_id: recorded(ref(() => folders.id)),
    post_id: recorded(ref(() => posts.id)),
    user_id: user(ref(() => users.uid)),
    created_at: recorded(text().notNull()),
  },
  (t) => [primaryKey({ columns: [t.folder_id, t.post_id] })],
)

export const favorites = stored(
  'favorites',
  {
    why: ['用户收藏过的文章', 'Posts that a user has in any folder'],
    of: 'user_id',
    seenBy: 'person',
    kept: 'account',
    bound: { most: 1, per: 'folder_items' },
    erasure: { trigger: 'folder_items_count_gone' },
    export: { not: ['由 folder_items 计算', 'computed from folder_items'] },
  },
  {
    user_id: user(ref(() => users.uid)),
    post_id: internal(ref(() => posts.id)),
    folders: personal(integer().notNull()),
    created_at: personal(text().notNull()),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.post_id] })],
)

export const userFollows = stored(
  'user_follows',
  {
    why: ['谁关注谁', 'Who follows whom'],
    of: 'follower_id',
    seenBy: 'everyone',
    kept: 'account',
    bound: { most: 'FOLLOWED_PEOPLE_MAX', per: 'person' },
    erasure: 'statement',
    export: ['following', 'followers'],
  },
  {
    follower_id: user(
      ref(() => users.uid),
      { as: { followers: ['uid', 'username'] } },
    ),
    followed_id: user(
      ref(() => users.uid),
      { as: { following: ['uid', 'username'] } },
    ),
    created_at: recorded(text().notNull()),
  },
  (t) => [primaryKey({ columns: [t.follower_id, t.followed_id] })],
)

export const tagFollows = stored(
  'tag_follows',
  {
    why: ['关注的标签', 'Followed tags'],
    of: 'user_id',
    seenBy: 'person',
    kept: 'account',
    bound: { most: 'FOLLOWED_TOPICS_MAX', per: 'person' },
    erasure: 'deleted',
    export: ['followed_tags'],
  },
  {
    user_id: user(ref(() => users.uid)),
    tag_key: recorded(
      text()
        .notNull()
        .references(() => tags.tag_key),
      { as: ['tag', 'tag_key'] },
    ),
    created_at: recorded(text().notNull()),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.tag_key] })],
)

export const seriesFollows = stored(
  'series_follows',
  {
    why: ['关注的系列', 'Followed series'],
    of: 'user_id',
    seenBy: 'person',
    kept: 'account',
    bound: { most: 'FOLLOWED_TOPICS_MAX', per: 'person' },
    erasure: 'deleted',
    export: ['followed_series'],
  },
  {
    user_id: user(ref(() => users.uid)),
    series_id: recorded(
      integer()
        .notNull()
        .references(() => series.id, { onDelete: 'cascade' }),
    ),
    created_at: recorded(text().notNull()),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.series_id] })],
)

export const liveTopics = stored(
  'live_topics',
  {
    why: ['有人打开过的实时连接', 'Rooms of the live connection'],
    of: null,
    seenBy: 'software',
    kept: { time: AGES.liveTopics * DAY },
  },
  {
    kind: site(text({ enum: ['user', 'post'] }).notNull()),
    id: site(integer().notNull()),
    day: site(text().notNull().default('2026-11-18')),
  },
  (t) => [primaryKey({ columns: [t.kind, t.id] })],
)

export const reportCases = stored(
  'report_cases',
  {
    why: ['被举报的内容和决定', 'Reported content and the decisions on it'],
    of: 'subject_id',
    seenBy: 'admins',
    kept: 'record',
    bound: { most: 1, per: 'reports' },
    erasure: {
      partly: [
        '决定之后的备注被清除，其余保留',
        'The note of a closed case is cleared; the rest stays',
      ],
    },
    export: {
      not: [
        '其他用户的举报；对该用户的决定在 decisions 里',
        'reports of other users; decisions about this user are in decisions',
      ],
    },
  },
  {
    id: internal(integer().primaryKey()),
    kind: personal(text({ enum: REPORT_KINDS }).notNull()),
    target_id: personal(integer().notNull()),
    subject_id: user(ref(() => users.uid)),
    reports_count: personal(integer().notNull().default(0)),
    turn: personal(integer().notNull().default(0)),
    opened_at: personal(text().notNull()),
    decision: personal(text({ enum: REPORT_DECISIONS })),
    note: personal(text(), { erase: { account: null } }),
    decided_by: decider(integer().references(() => users.uid)),
    decided_at: personal(text()),
    word: personal(text()),
  },
  (t) => [
    uniqueIndex('report_cases_one_open').on(t.kind, t.target_id).where(sql`decision IS NULL`),
  ],
)

export const reports = stored(
  'reports',
  {
    why: ['举报', 'Reports'],
    of: 'user_id',
    seenBy: 'admins',
    kept: 'record',
    bound: { most: 'REPORTS_A_DAY', per: 'personAndDay' },
    erasure: 'kept',
    export: ['reports'],
  },
  {
    id: recorded(integer().primaryKey()),
    day: recorded(text().notNull()),
    user_id: user(ref(() => users.uid)),
    reason: given(text({ enum: REPORT_REASONS }).notNull()),
    text: given(text().notNull().default(''), { erase: { account: '' } }),
    case_id: recorded(
      ref(() => reportCases.id),
      { as: ['kind', 'target_id'] },
    ),
    created_at: recorded(text().notNull()),
  },
  (t) => [uniqueIndex('reports_one_a_person').on(t.case_id, t.user_id)],
)

export const reporters = stored(
  'reporters',
  {
    why: ['举报人的准确度', 'How often reports of a user were upheld'],
    of: 'user_id',
    seenBy: 'admins',
    kept: 'record',
    bound: { most: 1, per: 'person' },
    erasure: 'kept',
    export: { not: ['由举报计算', 'computed from reports'] },
  },
  {
    user_id: user(
      integer()
        .primaryKey()
        .references(() => users.uid),
    ),
    upheld: personal(integer().notNull().default(0)),
    turned_down: personal(integer().notNull().default(0)),
  },
)

export const reportCopies = stored(
  'report_copies',
  {
    why: ['被举报时的内容', 'The content at the time of a report'],
    of: 'subject_id',
    seenBy: 'admins',
    kept: { time: 30 * DAY },
    bound: { most: 'COPIES_MAX', per: 'report_cases' },
    erasure: {
      partly: [
        '已决定的副本被删除，未决定的在决定时删除',
        'Copies of closed cases are deleted; those of open cases go with the decision',
      ],
    },
    export: {
      not: [
        '自己内容的早期版本，供管理员处理其他用户的举报',
        'earlier versions of own content, for the admins who decide on reports of other users',
      ],
    },
  },
  {
    id: internal(integer().primaryKey()),
    case_id: internal(ref(() => reportCases.id)),
    subject_id: user(ref(() => users.uid)),
    digest: personal(text().notNull()),
    title: personal(text().notNull()),
    excerpt: personal(text().notNull()),
    created_at: personal(text().notNull()),
    decided_at: personal(text()),
    content: personal(text().notNull()),
  },
  (t) => [uniqueIndex('report_copies_one_a_version').on(t.case_id, t.digest)],
)

export const reportCopyImages = stored(
  'report_copy_images',
  {
    why: ['副本里的图片', 'Images of these copies'],
    of: 'copy_id',
    seenBy: 'admins',
    kept: { time: 30 * DAY },
    bound: { most: 'IMAGES_MAX', per: 'report_copies' },
    erasure: { trigger: 'report_copies_take_their_images_along' },
    export: { not: ['与 report_copies 相同', 'as report_copies'] },
  },
  {
    copy_id: internal(ref(() => reportCopies.id)),
    image_key: personal(text().notNull()),
  },
  (t) => [primaryKey({ columns: [t.copy_id, t.image_key] })],
)

export type CommentRow = typeof comments.$inferSelect
export type FolderRow = typeof folders.$inferSelect
export type ReportCase = typeof reportCases.$inferSelect
export type ReportRow = typeof reports.$inferSelect
export type ReportCopy = typeof reportCopies.$inferSelect
export type ReporterRecord = Omit<typeof reporters.$inferSelect, 'user_id'>
