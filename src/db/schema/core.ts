import { sql } from 'drizzle-orm'
import { integer, primaryKey, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { AGES } from '#db/schema/ages.ts'
import {
  adminRecord,
  computed,
  given,
  internal,
  personal,
  recorded,
  ref,
  secret,
  site,
  stored,
  told,
  user,
} from '#db/schema/stored.ts'
import type { SETTING_KEYS } from '#db/values.ts'
import {
  AI_CRAWLERS,
  AUDIT_TARGETS,
  OUTBOX_KINDS,
  PAGE_PLACES,
  SITE_PAGES,
  SITE_TOTALS,
  USER_STATUSES,
} from '#db/values.ts'
import { DAY } from '#kernel/clock.ts'
import { LANGUAGES } from '#kernel/i18n.ts'
import { DENSITIES, FONTS, RADII, THEMES } from '#kernel/look/theme.ts'

/** Names in which only l, I, 1, o and 0 differ look alike. */
export const OUTLINE = sql`replace(replace(iif(username GLOB '*[^ -~]*', replace(username_key, 'i', 'l'),
  lower(replace(username, 'I', 'l'))), '1', 'l'), '0', 'o')`

export const users = stored(
  'users',
  {
    why: [
      '账号：登录、个人资料、等级与能量、管理员的限制',
      'The account: login, profile, level and energy, restrictions by admins',
    ],
    of: 'uid',
    seenBy: 'personAndAdmins',
    kept: 'account',
    bound: { most: 1, per: 'person' },
    erasure: 'kept',
    export: ['account'],
  },
  {
    uid: recorded(integer().primaryKey({ autoIncrement: true }), { seenBy: 'everyone' }),
    email: given(text().unique(), { erase: { account: null } }),
    password_hash: secret(text(), { erase: { account: null } }),
    username: given(text(), { erase: { account: null }, seenBy: 'everyone' }),
    username_key: computed(text().unique(), { erase: { account: null } }),
    username_outline: computed(text().generatedAlwaysAs(OUTLINE), { seenBy: 'software' }),
    username_look: computed(text(), { seenBy: 'software' }),
    signature: given(text().notNull().default(''), { erase: { account: '' }, seenBy: 'everyone' }),
    fediverse: given(text(), { erase: { account: null }, seenBy: 'everyone' }),
    avatar_key: given(text(), { as: ['avatar_url'], erase: { account: null }, seenBy: 'everyone' }),
    followers_public: given(integer().notNull().default(1), { seenBy: 'everyone' }),
    notify_comment: given(integer().notNull().default(1), {
      as: { notification_switches: ['comment'] },
      seenBy: 'person',
    }),
    notify_reply: given(integer().notNull().default(1), {
      as: { notification_switches: ['reply'] },
      seenBy: 'person',
    }),
    notify_like: given(integer().notNull().default(1), {
      as: { notification_switches: ['like'] },
      seenBy: 'person',
    }),
    notify_follow: given(integer().notNull().default(1), {
      as: { notification_switches: ['follow'] },
      seenBy: 'person',
    }),
    time_zone: given(text(), { erase: { account: null }, seenBy: 'person' }),
    browser_time_zone: given(text(), { erase: { account: null }, seenBy: 'person' }),
    hides_ai: given(integer().notNull().default(0), { seenBy: 'person' }),
    role: recorded(
      text({ enum: ['user', 'admin', 'owner'] })
        .notNull()
        .default('user'),
      { erase: { account: 'user' }, seenBy: 'everyone' },
    ),
    status: recorded(text({ enum: USER_STATUSES }).notNull().default('active'), {
      erase: { account: 'deleted' },
      seenBy: 'everyone',
    }),
    ban_ends_at: recorded(text(), { erase: { account: null } }),
    silenced_at: recorded(text(), { erase: { account: null } }),
    silence_ends_at: recorded(text(), { erase: { account: null } }),
    email_verified_at: recorded(text(), { erase: { account: null } }),
    email_asserted: recorded(integer().notNull().default(0), { erase: { account: 0 } }),
    email_unreachable_at: recorded(text(), { erase: { account: null } }),
    created_at: recorded(text().notNull(), { seenBy: 'everyone' }),
    purge_at: recorded(text(), { erase: { account: null } }),
    exp: recorded(integer().notNull().default(0), { seenBy: 'everyone' }),
    energy: recorded(integer().notNull().default(0)),
    followers_count: recorded(integer().notNull().default(0), { seenBy: 'everyone' }),
    following_count: recorded(integer().notNull().default(0), { seenBy: 'everyone' }),
    is_regular: recorded(integer().notNull().default(0)),
    ban_reason: told(text(), { erase: { account: null } }),
    silence_reason: told(text(), { erase: { account: null } }),
    blocked_ids: computed(text().notNull().default('[]'), { seenBy: 'software' }),
  },
)

export const userBlocks = stored(
  'user_blocks',
  {
    why: ['谁屏蔽了谁', 'Who blocks whom'],
    of: 'user_id',
    seenBy: 'person',
    kept: 'account',
    bound: { most: 'BLOCKS_MAX', per: 'person' },
    erasure: 'deleted',
    export: ['blocks'],
  },
  {
    user_id: user(ref(() => users.uid)),
    blocked_id: user(
      ref(() => users.uid),
      { as: ['uid', 'username'] },
    ),
    created_at: recorded(text().notNull()),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.blocked_id] })],
)

export const images = stored(
  'images',
  {
    why: ['上传的图片，文件在存储桶里', 'Uploaded images, whose files are in the bucket'],
    of: 'user_id',
    seenBy: 'everyone',
    kept: 'content',
    bound: { most: 'STORAGE_MAX.images', per: 'person' },
    erasure: {
      partly: [
        '没有公开内容使用的图片被删除，公开内容的图片保留',
        'Images that no public content uses are deleted; those of public content stay',
      ],
    },
    export: ['images'],
  },
  {
    id: recorded(integer().primaryKey({ autoIncrement: true })),
    key: given(text().notNull().unique(), { as: ['url'] }),
    user_id: user(ref(() => users.uid)),
    purpose: recorded(text({ enum: ['avatar', 'post', 'comment'] }).notNull()),
    type: recorded(
      text({ enum: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] }).notNull(),
    ),
    width: recorded(integer().notNull()),
    height: recorded(integer().notNull()),
    bytes: recorded(integer().notNull()),
    created_at: recorded(text().notNull()),
    unused_since: internal(text()),
    small_bytes: computed(integer()),
    medium_bytes: computed(integer()),
  },
)

export const siteSettings = stored(
  'site_settings',
  { why: ['站点的开关', 'Switches of the site'], of: null, seenBy: 'owner', kept: 'site' },
  {
    key: site(text().primaryKey()),
    value: site(integer().notNull()),
  },
)

export const siteNumbers = stored(
  'site_numbers',
  {
    why: ['站点设置中的数值', 'Settings of the site that are numbers'],
    of: null,
    seenBy: 'owner',
    kept: 'site',
  },
  {
    key: site(text().primaryKey()),
    value: site(integer().notNull()),
  },
)

export const siteState = stored(
  'site_state',
  {
    why: ['任务的进度和全站状态', 'Progress of jobs and state of the site'],
    of: null,
    seenBy: 'software',
    kept: 'site',
  },
  {
    key: site(text().primaryKey()),
    value: site(text().notNull()),
  },
)

export const siteIdentity = stored(
  'site_identity',
  {
    why: ['站点的名称、标语、外观和标志', 'Name, taglines, look and logos of the site'],
    of: null,
    seenBy: 'everyone',
    kept: 'site',
  },
  {
    id: site(integer().primaryKey()),
    name: site(text()),
    tagline_zh: site(text()),
    tagline_en: site(text()),
    accent: site(text()),
    logo_key: site(text()),
    logo_large_key: site(text()),
    /** A JSON array of the languages that the site offers, in the order of LANGUAGES. */
    languages: site(
      text({ enum: ['["zh-CN","en"]', '["zh-CN"]', '["en"]'] })
        .notNull()
        .default('["zh-CN","en"]'),
    ),
    default_language: site(text({ enum: LANGUAGES }).notNull().default('zh-CN')),
    description_zh: site(text()),
    description_en: site(text()),
    ai_crawlers: site(text({ enum: AI_CRAWLERS }).notNull().default('allow')),
    default_theme: site(text({ enum: THEMES }).notNull().default('system')),
    font: site(text({ enum: FONTS }).notNull().default('sans')),
    heading_font: site(text({ enum: FONTS }).notNull().default('sans')),
    radius: site(text({ enum: RADII }).notNull().default('large')),
    density: site(text({ enum: DENSITIES }).notNull().default('calm')),
    accent2: site(text()),
    /** The style sheet of the owner, in `site_styles`. */
    css_hash: site(text()),
    logo_wide_key: site(text()),
    logo_dark_key: site(text()),
    // JSON: features/core/identity/layout.ts.
    navigation: site(text()),
    footer_zh: site(text()),
    footer_en: site(text()),
    home: site(text()),
  },
)

export const footerLinks = stored(
  'footer_links',
  { why: ['页脚的链接', 'Links in the footer'], of: null, seenBy: 'everyone', kept: 'site' },
  {
    id: site(integer().primaryKey()),
    label: site(text().notNull()),
    url: site(text().notNull()),
  },
)

export const sitePages = stored(
  'site_pages',
  {
    why: ['关于、规则和隐私页面', 'The pages about, rules and privacy'],
    of: null,
    seenBy: 'everyone',
    kept: 'site',
  },
  {
    name: site(text({ enum: SITE_PAGES }).notNull()),
    language: site(text({ enum: LANGUAGES }).notNull()),
    body: site(text().notNull()),
    version: site(integer().notNull().default(1)),
    updated_at: site(text().notNull()),
  },
  (t) => [primaryKey({ columns: [t.name, t.language] })],
)

export const ownPages = stored(
  'own_pages',
  {
    why: ['站点自建的页面', 'Pages that the owner added'],
    of: null,
    seenBy: 'everyone',
    kept: 'site',
  },
  {
    slug: site(text().primaryKey()),
    place: site(text({ enum: PAGE_PLACES }).notNull()),
    title_zh: site(text()),
    title_en: site(text()),
    version: site(integer().notNull().default(1)),
    created_at: site(text().notNull()),
    updated_at: site(text().notNull()),
    body_zh: site(text()),
    body_en: site(text()),
  },
)

export const ownPageImages = stored(
  'own_page_images',
  {
    why: ['自建页面显示的图片', 'Images that these pages show'],
    of: null,
    seenBy: 'everyone',
    kept: 'site',
  },
  {
    image_key: site(text().notNull()),
    slug: site(
      text()
        .notNull()
        .references(() => ownPages.slug),
    ),
  },
  (t) => [primaryKey({ columns: [t.image_key, t.slug] })],
)

export const siteTotals = stored(
  'site_totals',
  { why: ['全站的总数', 'Totals of the site'], of: null, seenBy: 'admins', kept: 'site' },
  {
    name: site(text({ enum: SITE_TOTALS }).primaryKey()),
    value: site(integer().notNull()),
  },
)

export const siteDaily = stored(
  'site_daily',
  {
    why: ['每天的新用户、文章、评论和签到数', 'New users, posts, comments and check-ins per day'],
    of: null,
    seenBy: 'admins',
    kept: 'site',
  },
  {
    day: site(text().primaryKey()),
    users: site(integer().notNull().default(0)),
    posts: site(integer().notNull().default(0)),
    comments: site(integer().notNull().default(0)),
    check_ins: site(integer().notNull().default(0)),
  },
)

export const siteReaders = stored(
  'site_readers',
  {
    why: ['每天的访问数、来源网站和发出的邮件', 'Visits, referring sites and sent letters per day'],
    of: null,
    seenBy: 'owner',
    kept: { time: AGES.readerFigures * DAY },
  },
  {
    day: site(text().primaryKey()),
    visits: site(integer().notNull().default(0)),
    hosts: site(text().notNull().default('{}')),
    letters: site(integer().notNull().default(0)),
  },
)

export const operationHours = stored(
  'operation_hours',
  {
    why: ['每小时的请求和任务数，不含用户', 'Requests and jobs per hour, without users'],
    of: null,
    seenBy: 'owner',
    kept: { time: 2 * DAY },
  },
  {
    hour: site(text().notNull()),
    kind: site(text({ enum: ['requests', 'route', 'cron', 'job', 'object'] }).notNull()),
    name: site(text().notNull()),
    count: site(integer().notNull()),
    slow: site(integer().notNull()),
    failed: site(integer().notNull()),
    worst_ms: site(integer().notNull()),
  },
  (t) => [primaryKey({ columns: [t.hour, t.kind, t.name] })],
)

export const idempotencyKeys = stored(
  'idempotency_keys',
  {
    why: ['已执行的请求及其响应', 'Executed requests and their responses'],
    of: 'user_id',
    seenBy: 'software',
    kept: { time: 1 * DAY },
    erasure: 'deleted',
    export: {
      not: [
        '保存一天，让重复的请求只执行一次',
        'stored for a day, so that a repeated request is executed once',
      ],
    },
  },
  {
    user_id: user(ref(() => users.uid)),
    key: internal(text().notNull()),
    request_hash: internal(text().notNull()),
    answer: personal(text().notNull()),
    created_at: personal(text().notNull()),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.key] })],
)

export const auditLog = stored(
  'audit_log',
  {
    why: ['管理员的操作', 'Actions by admins'],
    of: 'subject_id',
    seenBy: 'admins',
    kept: 'record',
    bound: 'admins',
    erasure: {
      partly: [
        '理由、标题、正文和名称被清除；作为管理员的 IP 被清除；操作本身保留',
        'Reasons, titles, bodies and names are cleared, and the IP address of an admin; the action stays',
      ],
    },
    export: ['decisions', 'actions_as_admin'],
  },
  {
    id: recorded(integer().primaryKey({ autoIncrement: true })),
    actor_id: user(ref(() => users.uid)),
    action: recorded(text().notNull()),
    target_type: recorded(text({ enum: AUDIT_TARGETS }).notNull()),
    target_id: recorded(text().notNull()),
    subject_id: user(integer().references(() => users.uid)),
    reason: given(text(), { as: { actions_as_admin: ['reason'] }, erase: { account: null } }),
    before: adminRecord(text(), {
      kept: { time: AGES.auditTexts * DAY, rest: ['状态保留', 'states stay'] },
    }),
    after: adminRecord(text(), {
      kept: { time: AGES.auditTexts * DAY, rest: ['状态保留', 'states stay'] },
    }),
    ip: recorded(text().notNull(), {
      as: { actions_as_admin: ['ip'] },
      kept: { time: AGES.auditAddresses * DAY },
    }),
    public: adminRecord(integer().notNull().default(0)),
    created_at: recorded(text().notNull()),
  },
)

export const outbox = stored(
  'outbox',
  {
    why: [
      '待发和已发的邮件、推送和 webhook',
      'Mails, push messages and webhooks, waiting and sent',
    ],
    of: 'user_id',
    seenBy: 'owner',
    kept: { time: 30 * DAY },
    erasure: 'deleted',
    export: ['mail'],
  },
  {
    id: recorded(integer().primaryKey()),
    channel: recorded(
      text({ enum: ['mail', 'webhook', 'letter', 'push'] })
        .notNull()
        .default('mail'),
    ),
    user_id: user(integer().references(() => users.uid)),
    kind: recorded(text({ enum: OUTBOX_KINDS }).notNull()),
    address: recorded(text()),
    language: internal(text({ enum: LANGUAGES })),
    site: internal(text()),
    subject: recorded(text()),
    letter: secret(text()),
    payload: internal(text()),
    token_hash: secret(text()),
    target: internal(text()),
    ref: internal(integer()),
    status: recorded(
      text({ enum: ['waiting', 'queued', 'sent', 'kept', 'failed', 'dropped'] })
        .notNull()
        .default('waiting'),
    ),
    attempts: internal(integer().notNull().default(0)),
    next_attempt_at: internal(text().notNull()),
    claim: internal(text()),
    problem: recorded(text()),
    response_status: internal(integer()),
    duration_ms: internal(integer()),
    created_at: recorded(text().notNull()),
    settled_at: recorded(text()),
    message_id: internal(text()),
    once_keys: internal(text()),
  },
  (t) => [uniqueIndex('outbox_of_message').on(t.message_id).where(sql`message_id IS NOT NULL`)],
)

export const pushKeys = stored(
  'push_keys',
  {
    why: ['推送消息的签名密钥', 'The keys that sign push messages'],
    of: null,
    seenBy: 'software',
    kept: 'site',
  },
  {
    id: site(integer().primaryKey()),
    public_key: site(text().notNull()),
    private_key: site(text().notNull()),
    key_id: site(text().notNull()),
    created_at: site(text().notNull()),
    old_public_key: site(text()),
    old_private_key: site(text()),
  },
)

export const pushSubscriptions = stored(
  'push_subscriptions',
  {
    why: ['接收推送消息的设备', 'Devices that get push messages'],
    of: 'user_id',
    seenBy: 'person',
    kept: 'account',
    bound: { most: 'PUSH_DEVICES_MAX', per: 'person' },
    erasure: { trigger: 'sessions_take_their_push_along' },
    export: ['push_devices'],
  },
  {
    id: recorded(integer().primaryKey()),
    session_id: internal(text().notNull().unique()),
    user_id: user(ref(() => users.uid)),
    endpoint: secret(text().notNull().unique()),
    target: internal(text().notNull()),
    p256dh: secret(text().notNull()),
    auth: secret(text().notNull()),
    categories: given(text().notNull()),
    quiet_from: given(text()),
    quiet_until: given(text()),
    site: internal(text().notNull()),
    created_at: recorded(text().notNull()),
    vapid_key: internal(text()),
  },
)

export const overQuota = stored(
  'over_quota',
  {
    why: [
      '永远没有行：触发器用它拒绝超出配额的写入',
      'Never has a row: triggers refuse a write above the quota with it',
    ],
    of: null,
    seenBy: 'software',
    kept: 'site',
  },
  {
    user_id: site(integer().primaryKey()),
  },
)

export type User = typeof users.$inferSelect
export type SettingKey = (typeof SETTING_KEYS)[number]
export type OperationHour = typeof operationHours.$inferSelect
/** How the owner customised the site. Null means the default. */
/**
 * The style sheets of the owner by their hash, which is in their address. Replaced ones stay for
 * pages in caches.
 */
export const siteStyles = stored(
  'site_styles',
  {
    why: ['站长编写的样式表', 'Style sheets that the owner has written'],
    of: null,
    seenBy: 'everyone',
    kept: 'site',
  },
  {
    hash: site(text().primaryKey()),
    css: site(text().notNull()),
    created_at: site(text().notNull()),
  },
)
export type IdentityRow = Omit<typeof siteIdentity.$inferSelect, 'id'>
export type FooterLink = typeof footerLinks.$inferSelect
export type SitePage = typeof sitePages.$inferSelect
export type SitePageName = SitePage['name']
export type OwnPage = typeof ownPages.$inferSelect
export type Image = typeof images.$inferSelect
export type OutboxRow = typeof outbox.$inferSelect
export type PushKeyRow = typeof pushKeys.$inferSelect
export type PushSubscriptionRow = typeof pushSubscriptions.$inferSelect
export type AuditRow = typeof auditLog.$inferSelect
export type SiteTotal = typeof siteTotals.$inferSelect
export type SiteDay = typeof siteDaily.$inferSelect
