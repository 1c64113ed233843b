import { sql } from 'drizzle-orm'
import {
  type AnySQLiteColumn,
  integer,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import { AGES } from '#db/schema/ages.ts'
import { users } from '#db/schema/core.ts'
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
  told,
  user,
} from '#db/schema/stored.ts'
import { POST_STATUSES } from '#db/values.ts'
import { DAY, MINUTE } from '#kernel/clock.ts'

/** The rule of src/features/publishing/posts/language.ts, in SQL. */
const LANGUAGE_OF_TEXT = sql`iif(title || ' ' || summary GLOB '*[ぁ-ヺ가-힣]*', '',
  iif(title || ' ' || summary GLOB '*[㐀-鿿]*'
    AND 9 * (length(CAST(title || ' ' || summary AS BLOB)) - length(title || ' ' || summary))
      > 2 * length(title || ' ' || summary), 'zh',
    iif(title || ' ' || summary GLOB '*[A-Za-z]*', 'en', '')))`

export const posts = stored(
  'posts',
  {
    why: ['文章', 'Posts'],
    of: 'author_id',
    seenBy: 'everyone',
    kept: 'content',
    bound: { most: 'STORAGE_MAX.posts', per: 'person' },
    erasure: {
      partly: [
        '公开过且未删除的文章保留，作者显示为“已注销用户”；其余文章的内容被清除',
        'Public posts stay under "Deleted user"; the content of all others is cleared',
      ],
    },
    export: ['posts', 'deleted_posts'],
  },
  {
    id: recorded(integer().primaryKey({ autoIncrement: true })),
    author_id: user(ref(() => users.uid)),
    status: recorded(text({ enum: POST_STATUSES }).notNull()),
    version: internal(integer().notNull().default(1)),
    title: given(text().notNull(), { erase: { content: '' } }),
    summary: given(text().notNull(), { erase: { content: '' } }),
    summary_is_own: given(integer().notNull().default(0)),
    cover_url: given(text(), { erase: { content: null } }),
    tags: given(text().notNull().default('[]'), { erase: { content: '[]' } }),
    in_series: given(integer(), { as: ['series', 'series_position'] }),
    canonical_url: given(text(), { erase: { content: null } }),
    first_published_at: given(text(), { erase: { content: null } }),
    listed_at: computed(text().generatedAlwaysAs(sql`COALESCE(first_published_at, published_at)`)),
    import_key: given(text(), { erase: { content: null, account: null }, seenBy: 'person' }),
    ai_made: given(integer(), { erase: { content: null } }),
    body: given(text().notNull(), { erase: { content: '' } }),
    formulas: computed(text(), { erase: { content: null } }),
    language: computed(text().generatedAlwaysAs(LANGUAGE_OF_TEXT)),
    reading_minutes: computed(integer().notNull().default(1)),
    created_at: recorded(text().notNull()),
    updated_at: recorded(text().notNull()),
    edited_at: recorded(text()),
    published_at: recorded(text()),
    deleted_at: recorded(text()),
    edit_unseen_since: othersAct(text(), { seenBy: 'admins' }),
    likes_count: recorded(integer().notNull().default(0)),
    dislikes_count: recorded(integer().notNull().default(0), { seenBy: 'person' }),
    comments_count: recorded(integer().notNull().default(0)),
    favorites_count: recorded(integer().notNull().default(0)),
    energy: recorded(integer().notNull().default(0)),
    hot: computed(integer().notNull().default(0)),
    reject_reason: told(text(), { erase: { account: null }, seenBy: 'personAndAdmins' }),
    locked_from: internal(text({ enum: ['pending', 'approved', 'rejected'] })),
    lock_reason: told(text(), { erase: { account: null }, seenBy: 'personAndAdmins' }),
  },
  (t) => [
    uniqueIndex('posts_import_keys')
      .on(t.author_id, t.import_key)
      .where(sql`import_key IS NOT NULL`),
  ],
)

export const postImages = stored(
  'post_images',
  {
    why: ['哪篇文章使用哪张图片', 'Which post uses which image'],
    of: 'post_id',
    seenBy: 'everyone',
    kept: 'content',
    bound: { most: 'IMAGES_MAX', per: 'posts' },
    erasure: { partly: ['与未公开的文章一起删除', 'Deleted with posts that are not public'] },
    export: { not: ['图片在 images 里', 'the images are listed as images'] },
  },
  {
    post_id: internal(ref(() => posts.id)),
    image_key: personal(text().notNull()),
    shown: personal(integer().notNull().default(1)),
    is_share: personal(integer().notNull().default(0)),
  },
  (t) => [
    primaryKey({ columns: [t.post_id, t.image_key] }),
    uniqueIndex('post_images_share').on(t.post_id).where(sql`is_share = 1`),
  ],
)

export const postMoves = stored(
  'post_moves',
  {
    why: ['文章状态的历史', "The history of a post's states"],
    of: 'post_id',
    seenBy: 'personAndAdmins',
    kept: 'record',
    bound: { most: 'ACTIVITY_MAX.moves_of_day', per: 'personAndDay' },
    erasure: 'kept',
    export: ['post_moves'],
  },
  {
    id: recorded(integer().primaryKey({ autoIncrement: true })),
    post_id: recorded(ref(() => posts.id)),
    actor_id: decider(ref(() => users.uid)),
    move: recorded(text().notNull()),
    from_status: recorded(text({ enum: POST_STATUSES })),
    to_status: recorded(text({ enum: POST_STATUSES }).notNull()),
    reason: told(text(), { erase: { account: null } }),
    created_at: recorded(text().notNull()),
  },
)

export const postEdits = stored(
  'post_edits',
  {
    why: ['已公开文章待查看的修改', 'Edits of public posts that wait for an admin'],
    of: 'post_id',
    seenBy: 'admins',
    kept: 'content',
    bound: { most: 'UNSEEN_EDITS_MAX', per: 'posts' },
    erasure: 'statement',
    export: {
      not: [
        '管理员还没有看过的修改，内容在 posts 里',
        'edits that no admin has seen yet; their content is in posts',
      ],
    },
  },
  {
    id: internal(integer().primaryKey({ autoIncrement: true })),
    post_id: internal(ref(() => posts.id)),
    version: personal(integer().notNull()),
    before: personal(text().notNull()),
    after: personal(text().notNull()),
    created_at: personal(text().notNull()),
  },
)

export const postRevisions = stored(
  'post_revisions',
  {
    why: ['文章的历史版本', 'Earlier states of posts'],
    of: 'post_id',
    seenBy: 'person',
    kept: {
      time: AGES.revisions * DAY,
      rest: ['更早的每月保留一个', 'of older ones, the last of each month stays'],
    },
    bound: { most: 'STORAGE_MAX.revisions', per: 'person' },
    erasure: 'statement',
    export: ['post_revisions'],
  },
  {
    post_id: recorded(ref(() => posts.id)),
    version: recorded(integer().notNull()),
    saved_at: recorded(text().notNull()),
    status: recorded(text({ enum: POST_STATUSES }).notNull()),
    title: computed(text().notNull()),
    image_keys: computed(text().notNull()),
    content: given(text().notNull()),
  },
  (t) => [primaryKey({ columns: [t.post_id, t.version] })],
)

export const postSchedules = stored(
  'post_schedules',
  {
    why: ['定时发布', 'Times at which posts are published'],
    of: 'author_id',
    seenBy: 'person',
    kept: 'content',
    bound: { most: 1, per: 'posts' },
    erasure: { trigger: 'posts_leave_schedule' },
    export: ['scheduled_posts'],
  },
  {
    post_id: given(
      integer()
        .primaryKey()
        .references(() => posts.id),
    ),
    author_id: user(ref(() => users.uid)),
    publish_at: given(text().notNull()),
    approved_version: recorded(integer()),
  },
)

export const postHolds = stored(
  'post_holds',
  {
    why: [
      '刚刚发布、还能撤销的文章',
      'Posts that are published in some seconds, unless the author undoes it',
    ],
    of: 'author_id',
    seenBy: 'person',
    kept: { time: 1 * MINUTE },
    erasure: { trigger: 'posts_leave_hold' },
    export: {
      not: ['最多保存一分钟', 'stored for at most about a minute'],
    },
  },
  {
    post_id: internal(
      integer()
        .primaryKey()
        .references(() => posts.id),
    ),
    author_id: user(ref(() => users.uid)),
    publish_at: internal(text().notNull()),
  },
)

export const postPlans = stored(
  'post_plans',
  {
    why: ['写作计划里的发布时间', 'Planned times of posts'],
    of: 'author_id',
    seenBy: 'person',
    kept: 'content',
    bound: { most: 1, per: 'posts' },
    erasure: { trigger: 'posts_leave_plan' },
    export: ['planned_posts'],
  },
  {
    post_id: given(
      integer()
        .primaryKey()
        .references(() => posts.id),
    ),
    author_id: user(ref(() => users.uid)),
    publish_at: given(text().notNull()),
    waits: recorded(integer().notNull().default(0)),
  },
)

export const postBin = stored(
  'post_bin',
  {
    why: ['回收站', 'The bin'],
    of: 'author_id',
    seenBy: 'person',
    kept: { time: 30 * DAY },
    erasure: 'statement',
    export: ['bin'],
  },
  {
    post_id: recorded(ref(() => posts.id)),
    deleted_at: recorded(text().notNull()),
    author_id: user(ref(() => users.uid)),
    energy_days: computed(text().notNull()),
  },
  (t) => [primaryKey({ columns: [t.deleted_at, t.post_id] })],
)

export const pinnedPosts = stored(
  'pinned_posts',
  {
    why: ['首页置顶的文章', 'Posts pinned to the home page'],
    of: null,
    seenBy: 'everyone',
    kept: 'content',
    bound: 'admins',
  },
  {
    post_id: site(
      integer()
        .primaryKey()
        .references(() => posts.id),
    ),
    pinned_at: site(text().notNull()),
  },
)

export const tags = stored(
  'tags',
  {
    why: ['标签', 'Tags'],
    of: null,
    seenBy: 'everyone',
    kept: 'content',
    bound: [
      { most: 'TAGS_MAX', per: 'posts' },
      { most: 1, per: 'tag_follows' },
    ],
  },
  {
    tag_key: site(text().primaryKey()),
    name: site(text().notNull()),
    posts_count: site(integer().notNull().default(0)),
    colour: site(text()),
    translation_of: site(text().references((): AnySQLiteColumn => tags.tag_key)),
    kept: site(integer()),
  },
)

export const tagAliases = stored(
  'tag_aliases',
  {
    why: ['标签的同义词和旧名称', 'Synonyms and former names of tags'],
    of: null,
    seenBy: 'everyone',
    kept: 'site',
  },
  {
    alias_key: site(text().primaryKey()),
    tag_key: site(text().references(() => tags.tag_key)),
    name: site(text().notNull()),
    unmoved: site(integer()),
  },
)

export const postTags = stored(
  'post_tags',
  {
    why: ['公开文章的标签，用来生成列表', 'Tags of public posts, for lists'],
    of: 'author_id',
    seenBy: 'everyone',
    kept: 'content',
    bound: { most: 'TAGS_MAX', per: 'posts' },
    erasure: 'kept',
    export: { not: ['文章标签的副本', 'copies of the tags in posts'] },
  },
  {
    tag_key: internal(
      text()
        .notNull()
        .references(() => tags.tag_key),
    ),
    language: personal(text().notNull().default('')),
    published_at: personal(text().notNull()),
    post_id: internal(ref(() => posts.id)),
    author_id: personal(integer().notNull()),
    hot: personal(integer().notNull()),
  },
  (t) => [primaryKey({ columns: [t.tag_key, t.language, t.published_at, t.post_id] })],
)

export const tagDescriptions = stored(
  'tag_descriptions',
  {
    why: ['标签的说明，由管理员写', 'Descriptions of tags by admins'],
    of: null,
    seenBy: 'everyone',
    kept: 'site',
  },
  {
    tag_key: site(
      text()
        .primaryKey()
        .references(() => tags.tag_key),
    ),
    description: site(text().notNull()),
  },
)

export const readNext = stored(
  'read_next',
  {
    why: ['每篇文章的后续阅读', 'What to read after a post'],
    of: null,
    seenBy: 'everyone',
    kept: 'content',
    bound: { most: 1, per: 'posts' },
  },
  {
    post_id: site(
      integer()
        .primaryKey()
        .references(() => posts.id),
    ),
    ids: site(text().notNull()),
  },
)

export const redirects = stored(
  'redirects',
  {
    why: ['旧站地址到文章的跳转', 'Redirects from paths of an old site to posts'],
    of: null,
    seenBy: 'everyone',
    kept: 'content',
    bound: 'admins',
  },
  {
    path: site(text().primaryKey()),
    post_id: site(ref(() => posts.id)),
    created_at: site(text().notNull()),
  },
)

export const heldApprovals = stored(
  'held_approvals',
  {
    why: ['可以撤回的审核通过', 'Approvals that can still be taken back'],
    of: 'admin_id',
    seenBy: 'admins',
    kept: { time: 1 * MINUTE },
    erasure: 'expires',
    export: {
      not: [
        '管理员为站点作出的决定，约保存一分钟',
        'approvals by an admin for the site, stored for about a minute',
      ],
    },
  },
  {
    post_id: internal(
      integer()
        .primaryKey()
        .references(() => posts.id),
    ),
    version: internal(integer().notNull()),
    admin_id: decider(ref(() => users.uid)),
    batch: internal(text().notNull()),
    due_at: internal(text().notNull()),
  },
)

export const blockedHosts = stored(
  'blocked_hosts',
  {
    why: ['不允许链接的网站', 'Hosts that must not be linked'],
    of: null,
    seenBy: 'admins',
    kept: 'site',
  },
  {
    host: site(text().primaryKey()),
  },
)

export const linkedHosts = stored(
  'linked_hosts',
  {
    why: ['永远没有行：触发器用它检查链接', 'Never has a row: triggers check links with it'],
    of: null,
    seenBy: 'software',
    kept: 'site',
  },
  {
    hosts: site(text().primaryKey()),
  },
)

export const blockedWords = stored(
  'blocked_words',
  { why: ['敏感词表', 'The word list'], of: null, seenBy: 'admins', kept: 'site' },
  {
    id: site(integer().primaryKey()),
    words: site(text().notNull()),
  },
)

export const series = stored(
  'series',
  {
    why: ['系列', 'Series'],
    of: 'user_id',
    seenBy: 'everyone',
    kept: 'content',
    bound: { most: 'SERIES_MAX', per: 'person' },
    erasure: {
      partly: [
        '读者看得到的系列保留，其余被删除',
        'Series with public posts stay; all others are deleted',
      ],
    },
    export: ['series'],
  },
  {
    id: recorded(integer().primaryKey({ autoIncrement: true })),
    user_id: user(ref(() => users.uid)),
    title: given(text().notNull()),
    description: given(text().notNull().default('')),
    version: internal(integer().notNull().default(1)),
    created_at: recorded(text().notNull()),
    updated_at: recorded(text().notNull()),
    parts: recorded(integer().notNull().default(0)),
    followers_count: recorded(integer().notNull().default(0)),
  },
)

export const seriesPosts = stored(
  'series_posts',
  {
    why: ['系列里的文章及其顺序', 'Posts of a series and their order'],
    of: 'series_id',
    seenBy: 'everyone',
    kept: 'content',
    bound: { most: 'SERIES_POSTS_MAX', per: 'series' },
    erasure: 'statement',
    export: ['series_posts'],
  },
  {
    post_id: recorded(
      integer()
        .primaryKey()
        .references(() => posts.id),
    ),
    series_id: recorded(ref(() => series.id)),
    position: recorded(integer().notNull()),
    part: computed(integer().notNull().default(1)),
    listed_at: computed(text()),
  },
)

export const seriesNews = stored(
  'series_news',
  {
    why: [
      '系列的新文章，用来通知关注者一次',
      'New parts of series, so that their followers are notified once',
    ],
    of: null,
    seenBy: 'software',
    kept: { time: 2 * DAY },
  },
  {
    post_id: site(
      integer()
        .primaryKey()
        .references(() => posts.id),
    ),
    series_id: site(
      integer()
        .notNull()
        .references(() => series.id, { onDelete: 'cascade' }),
    ),
    told_up_to: site(integer().notNull().default(0)),
    told: site(integer().notNull().default(0)),
  },
)

export const searchQueue = stored(
  'search_queue',
  {
    why: ['等待更新搜索索引的文章', 'Posts that wait for the update of the search index'],
    of: 'author_id',
    seenBy: 'software',
    kept: { time: DAY },
    erasure: 'expires',
    export: { not: ['更新索引后即删除', 'a row goes when its post is indexed'] },
  },
  {
    post_id: site(
      integer()
        .primaryKey()
        .references(() => posts.id),
    ),
    author_id: site(ref(() => users.uid)),
    size: site(integer().notNull()),
    place: site(integer().notNull()),
    claim: site(text()),
    claimed_until: site(text()),
    tries: site(integer().notNull().default(0)),
    problem: site(text({ enum: ['too_complex', 'crashed'] })),
  },
)

export const postDays = stored(
  'post_days',
  {
    why: ['文章每天的数字', 'Figures of posts per day'],
    of: 'author_id',
    seenBy: 'person',
    kept: {
      time: AGES.postDays * DAY,
      rest: ['更早的合并为每月数字', 'older ones become figures by month'],
    },
    erasure: 'kept',
    export: { not: ['由文章计算', 'computed from posts'] },
  },
  {
    post_id: personal(integer().notNull()),
    day: personal(text().notNull()),
    author_id: user(ref(() => users.uid)),
    energy: personal(integer().notNull().default(0)),
    comments: personal(integer().notNull().default(0)),
    likes: personal(integer().notNull().default(0)),
    favorites: personal(integer().notNull().default(0)),
    likes_of_others: personal(integer().notNull().default(0)),
    told: personal(integer().notNull().default(0)),
    summed_energy: personal(integer().notNull().default(0)),
    summed_comments: personal(integer().notNull().default(0)),
    summed_likes: personal(integer().notNull().default(0)),
    summed_favorites: personal(integer().notNull().default(0)),
    fresh: personal(integer().notNull().default(1)),
    views: personal(integer().notNull().default(0)),
    ends: personal(integer().notNull().default(0)),
    summed_views: personal(integer().notNull().default(0)),
    summed_ends: personal(integer().notNull().default(0)),
  },
  (t) => [primaryKey({ columns: [t.post_id, t.day] })],
)

export const authorDaily = stored(
  'author_daily',
  {
    why: ['作者每天的数字', 'Figures of authors per day'],
    of: 'author_id',
    seenBy: 'person',
    kept: 'record',
    bound: { most: 1, per: 'personAndDay' },
    erasure: 'kept',
    export: { not: ['由文章计算', 'computed from posts'] },
  },
  {
    author_id: user(ref(() => users.uid)),
    day: personal(text().notNull()),
    energy: personal(integer().notNull().default(0)),
    comments: personal(integer().notNull().default(0)),
    likes: personal(integer().notNull().default(0)),
    favorites: personal(integer().notNull().default(0)),
    views: personal(integer().notNull().default(0)),
    ends: personal(integer().notNull().default(0)),
  },
  (t) => [primaryKey({ columns: [t.author_id, t.day] })],
)

export const authorStats = stored(
  'author_stats',
  {
    why: ['作者的总数和已用空间', 'Totals of authors and the storage they use'],
    of: 'user_id',
    seenBy: 'person',
    kept: 'record',
    bound: { most: 1, per: 'person' },
    erasure: 'kept',
    export: { not: ['由文章和图片计算', 'computed from posts and images'] },
  },
  {
    user_id: user(
      integer()
        .primaryKey()
        .references(() => users.uid),
    ),
    draft: personal(integer().notNull().default(0)),
    pending: personal(integer().notNull().default(0)),
    approved: personal(integer().notNull().default(0)),
    rejected: personal(integer().notNull().default(0)),
    locked: personal(integer().notNull().default(0)),
    likes: personal(integer().notNull().default(0)),
    comments: personal(integer().notNull().default(0)),
    favorites: personal(integer().notNull().default(0)),
    energy: personal(integer().notNull().default(0)),
    views: personal(integer().notNull().default(0)),
    text_bytes: personal(integer().notNull().default(0)),
    revisions: personal(integer().notNull().default(0)),
    images: personal(integer().notNull().default(0)),
    image_bytes: personal(integer().notNull().default(0)),
    moved_on: internal(text()),
    moves: internal(integer().notNull().default(0)),
  },
)

export const authorSources = stored(
  'author_sources',
  {
    why: ['读者从哪些网站来', 'The sites that readers came from'],
    of: 'author_id',
    seenBy: 'person',
    kept: { time: 200 * DAY },
    erasure: 'statement',
    export: {
      not: [
        '由读者的来源计算，显示在统计里',
        'computed from the referrers of readers; shown in the analytics',
      ],
    },
  },
  {
    author_id: user(ref(() => users.uid)),
    day: personal(text().notNull()),
    hosts: personal(text().notNull()),
  },
  (t) => [primaryKey({ columns: [t.author_id, t.day] })],
)

export const postReaders = stored(
  'post_readers',
  {
    why: [
      '文章每天的读者读到哪里、从哪些网站来',
      'How far the readers of a post read per day, and the sites that they came from',
    ],
    of: null,
    seenBy: 'personAndAdmins',
    kept: { time: AGES.readerFigures * DAY },
  },
  {
    post_id: site(ref(() => posts.id)),
    day: site(text().notNull()),
    // The readers whose furthest place is in this tenth of the text.
    tenth_0: site(integer().notNull().default(0)),
    tenth_1: site(integer().notNull().default(0)),
    tenth_2: site(integer().notNull().default(0)),
    tenth_3: site(integer().notNull().default(0)),
    tenth_4: site(integer().notNull().default(0)),
    tenth_5: site(integer().notNull().default(0)),
    tenth_6: site(integer().notNull().default(0)),
    tenth_7: site(integer().notNull().default(0)),
    tenth_8: site(integer().notNull().default(0)),
    tenth_9: site(integer().notNull().default(0)),
    followers: site(integer().notNull().default(0)),
    subscribers: site(integer().notNull().default(0)),
    hosts: site(text().notNull().default('{}')),
  },
  (t) => [primaryKey({ columns: [t.post_id, t.day] })],
)

export const postViews = stored(
  'post_views',
  {
    why: ['文章的阅读数', 'Views of posts'],
    of: null,
    seenBy: 'everyone',
    kept: 'content',
    bound: { most: 1, per: 'posts' },
  },
  {
    post_id: site(integer().primaryKey()),
    views: site(integer().notNull()),
  },
)

export type PostRow = typeof posts.$inferSelect
export type PostStatus = PostRow['status']
export type PostRevision = typeof postRevisions.$inferSelect
export type PostMove = typeof postMoves.$inferSelect
export type PostEdit = typeof postEdits.$inferSelect
export type HeldApproval = typeof heldApprovals.$inferSelect
export type TagAlias = typeof tagAliases.$inferSelect
export type RedirectRow = typeof redirects.$inferSelect
export type AuthorStats = typeof authorStats.$inferSelect
export type AuthorDay = typeof authorDaily.$inferSelect
export type SeriesRow = typeof series.$inferSelect
