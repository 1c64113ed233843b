import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import { SECTION } from '#features/core/notifications/kinds.ts'
import { AUDIT_ACTIONS } from '#features/core/site/audit-log.ts'

/** Why a column is in the export. A text that was written for other people has no reason to be there. */
type Reason =
  /** The person gave or wrote it. */
  | 'own'
  /** The site recorded what the person did: ids, times, states, addresses. */
  | 'recorded'
  /** Counted from rows that pages show the person too. */
  | 'counted'
  /** Written by admins for this person, who sees it in the notice of the decision or on the page of the content. */
  | 'told'
  /** Public names of other people. */
  | 'names'

type Columns = Partial<Record<Reason, string>>

/** The rows of one table that belong to a user, read in pages in the order of `key`. The key columns must be in `columns`. */
export interface ExportedTable {
  table: string
  columns: string | Columns
  /** The condition that selects the rows of the user `:uid`. */
  whose: string
  key: readonly [string, ...string[]]
  /** Rows per page. Smaller for tables with large rows. */
  pageRows?: number
  /** A column with compressed JSON. */
  packed?: string
}

const PAGE_ROWS = 500
/** Rows per page of tables with whole posts: at most a million characters. */
const LONG_TEXTS = 5
/** The actions whose reason the affected person gets in a notice. */
const TOLD_ACTIONS = `action IN (${Object.entries(AUDIT_ACTIONS)
  .filter(([, about]) => 'reasonFor' in about)
  .map(([action]) => `'${action}'`)
  .join(', ')})`
const nameOf = (column: string) => `(SELECT username FROM users WHERE users.uid = ${column})`

/**
 * The data of a user, by its name in the export file. Contains no secrets, and only the public names of other users.
 */
export const EXPORTED_TABLES: Record<string, ExportedTable> = {
  account: {
    table: 'users',
    columns: {
      own: `email, username, signature, fediverse, '/images/' || avatar_key AS avatar_url, followers_public, time_zone, browser_time_zone, hides_ai`,
      recorded: `uid, role, status, ban_ends_at, silenced_at, silence_ends_at, email_verified_at, email_asserted,
        email_unreachable_at, created_at, purge_at`,
      counted: 'exp, energy, followers_count, following_count, is_regular',
      told: 'ban_reason, silence_reason',
    },
    whose: 'uid = :uid',
    key: ['uid'],
  },
  notification_switches: {
    table: 'users',
    columns: {
      recorded: 'uid',
      own: `notify_comment AS comment, notify_reply AS reply, notify_like AS "like", notify_follow AS follow`,
    },
    whose: 'uid = :uid',
    key: ['uid'],
  },
  sessions: own(
    'sessions',
    { own: 'remark', recorded: 'sid, ip, user_agent, signed_in_by, created_at, last_used_at, expires_at' },
    ['created_at', 'sid'],
  ),
  push_devices: own('push_subscriptions', { own: 'categories, quiet_from, quiet_until', recorded: 'id, created_at' }, [
    'id',
  ]),
  sign_ins: own('sign_ins', { recorded: 'id, ip, country, user_agent, language, created_at' }, ['id']),
  hidden_content: own(
    'user_hidings',
    { recorded: 'id, state, created_at, restored_at', counted: 'posts_count, comments_count', told: 'reason' },
    ['id'],
  ),
  profile_changes: own(
    'profile_reviews',
    { own: 'username, signature, avatar_key', recorded: 'id, cost, status, created_at, decided_at', told: 'reason' },
    ['id'],
  ),
  posts: posts('deleted_at IS NULL', ['status', 'updated_at', 'id']),
  deleted_posts: posts('deleted_at IS NOT NULL', ['id']),
  post_moves: {
    table: 'post_moves',
    columns: { recorded: 'id, post_id, move, from_status, to_status, created_at', told: 'reason' },
    whose: `post_id IN (
      SELECT id FROM posts WHERE author_id = :uid AND deleted_at IS NULL
      UNION ALL SELECT id FROM posts WHERE author_id = :uid AND deleted_at IS NOT NULL)`,
    key: ['id'],
  },
  post_revisions: {
    table: 'post_revisions',
    columns: { own: 'content', recorded: 'post_id, version, saved_at, status' },
    whose: 'post_id IN (SELECT id FROM posts WHERE author_id = :uid AND deleted_at IS NULL)',
    key: ['post_id', 'version'],
    pageRows: LONG_TEXTS,
    packed: 'content',
  },
  scheduled_posts: {
    table: 'post_schedules',
    columns: { own: 'post_id, publish_at', recorded: 'approved_version' },
    whose: 'author_id = :uid',
    key: ['publish_at', 'post_id'],
  },
  planned_posts: {
    table: 'post_plans',
    columns: { own: 'post_id, publish_at, waits' },
    whose: 'author_id = :uid',
    key: ['post_id'],
  },
  bin: {
    table: 'post_bin',
    columns: { recorded: 'post_id, deleted_at' },
    whose: 'author_id = :uid',
    key: ['deleted_at', 'post_id'],
  },
  series: own(
    'series',
    { own: 'title, description', recorded: 'id, created_at, updated_at', counted: 'parts, followers_count' },
    ['id'],
  ),
  series_posts: {
    table: 'series_posts',
    columns: { own: 'post_id, series_id, position' },
    whose: 'series_id IN (SELECT id FROM series WHERE user_id = :uid)',
    key: ['post_id'],
  },
  comments: comments('deleted_at IS NULL'),
  deleted_comments: comments('deleted_at IS NOT NULL'),
  likes: own('post_likes', { recorded: 'post_id, created_at' }, ['post_id']),
  comment_likes: own('comment_likes', { recorded: 'comment_id, created_at' }, ['comment_id']),
  dislikes: own('post_dislikes', { recorded: 'post_id, created_at' }, ['post_id']),
  letter_settings: own('letter_authors', { own: 'content', told: 'blocked_at' }, ['content']),
  letters: {
    table: 'letters',
    columns: {
      own: 'subject',
      recorded: 'id, state, due_at, created_at, started_at, ended_at',
      counted: 'sent, failed, bounced, complained',
    },
    whose: 'author_id = :uid',
    key: ['id'],
  },
  letter_addresses: own('letter_subscribers', { own: 'language, time_zone', recorded: 'id, ended, created_at' }, [
    'id',
  ]),
  letter_subscriptions: {
    table: 'letter_subscriptions',
    columns: { own: 'kind, ref, cadence', recorded: 'subscriber_id, digest_at, created_at' },
    whose: 'subscriber_id IN (SELECT id FROM letter_subscribers WHERE user_id = :uid)',
    key: ['subscriber_id', 'kind', 'ref'],
  },
  following: people('user_follows', 'follower_id', 'followed_id'),
  followers: people('user_follows', 'followed_id', 'follower_id'),
  followed_tags: own(
    'tag_follows',
    { own: '(SELECT name FROM tags WHERE tags.tag_key = tag_follows.tag_key) AS tag', recorded: 'tag_key, created_at' },
    ['tag_key'],
  ),
  followed_series: own('series_follows', { recorded: 'series_id, created_at' }, ['series_id']),
  blocks: people('user_blocks', 'user_id', 'blocked_id'),
  folders: own('folders', { own: 'name, public', recorded: 'id, is_default, created_at', counted: 'items_count' }, [
    'id',
  ]),
  folder_items: own('folder_items', { recorded: 'folder_id, post_id, created_at' }, ['post_id', 'folder_id']),
  check_ins: own('user_check_ins', { recorded: 'day, created_at' }, ['day']),
  tasks: own('user_tasks', { recorded: 'task, completed_at' }, ['task']),
  exp_by_day: own('daily_exp_summary', { recorded: 'day', counted: 'exp' }, ['day']),
  energy: own(
    'energy_log',
    { recorded: 'id, amount, reason, balance_after, exp_gained, post_id, created_at', told: 'note' },
    ['created_at', 'id'],
  ),
  energizes: {
    table: 'post_energize_log',
    columns: { recorded: 'id, post_id, amount, exp_gained, created_at' },
    whose: `id IN (SELECT id FROM energy_log WHERE user_id = :uid AND reason = 'energize')`,
    key: ['id'],
  },
  notifications: own(
    'notifications',
    {
      recorded: `id, ${SECTION} AS lane, kind, category, related_id, read, created_at`,
      // Not the admin behind a system notification.
      names: `iif(category = 'system', NULL, ${nameOf('actor_id')}) AS actor`,
      // Without text of other users.
      told: `json_remove(data, '$.excerpt', '$.title') AS data`,
    },
    [`${SECTION} AS lane`, 'created_at', 'id'],
  ),
  links: own('user_tokens', { recorded: 'kind, email, about, created_at, expires_at' }, ['kind']),
  mail_choices: own(
    'notice_mail',
    { own: 'comment, reply, mention, "like", follow, system, digest, language', recorded: 'digest_at' },
    ['user_id'],
  ),
  reports: own(
    'reports',
    {
      own: 'reason, text',
      recorded: `id, day, (SELECT kind FROM report_cases WHERE report_cases.id = case_id) AS kind,
        (SELECT target_id FROM report_cases WHERE report_cases.id = case_id) AS target_id, created_at`,
      told: '(SELECT decision FROM report_cases WHERE report_cases.id = case_id) AS decision',
    },
    ['day', 'id'],
  ),
  second_factor: own('user_totp', { recorded: 'created_at, confirmed_at' }, ['created_at']),
  passkeys: own('passkeys', { own: 'name', recorded: 'id, transports, created_at, last_used_at' }, ['id']),
  providers: own('user_identities', { own: 'label', recorded: 'id, issuer, subject, created_at, last_used_at' }, [
    'id',
  ]),
  connected_apps: own(
    'oauth_consents',
    {
      recorded: 'app_id, (SELECT name FROM oauth_apps WHERE id = app_id) AS name, scopes, created_at, last_used_at',
    },
    ['app_id'],
  ),
  access_tokens: own('access_tokens', { own: 'name, scope', recorded: 'id, created_at, expires_at, last_used_at' }, [
    'id',
  ]),
  invitations: {
    table: 'invitations',
    columns: { own: 'uses', recorded: 'id, code, created_at, expires_at, revoked_at', counted: 'used' },
    whose: 'creator_id = :uid AND batch_id IS NULL',
    key: ['id'],
  },
  invited_people: {
    table: 'invitation_uses',
    columns: { recorded: 'invitation_id, created_at', names: `user_id AS uid, ${nameOf('user_id')} AS username` },
    whose: 'inviter_id = :uid',
    key: ['user_id AS uid'],
  },
  invited_by: {
    table: 'invitation_uses',
    columns: { recorded: 'user_id, created_at', names: `inviter_id AS uid, ${nameOf('inviter_id')} AS username` },
    whose: 'user_id = :uid',
    key: ['user_id'],
  },
  mail: own('outbox', { recorded: 'id, channel, kind, address, subject, status, problem, created_at, settled_at' }, [
    'id',
  ]),
  images: own(
    'images',
    { own: `'/images/' || key AS url`, recorded: 'id, purpose, type, width, height, bytes, created_at' },
    ['id'],
  ),
  decisions: audit('subject_id', {
    recorded: 'id, action, target_type, target_id, created_at',
    // The note of a closed report is written for the reporters, who may be named by it.
    told: `iif(${TOLD_ACTIONS}, reason, NULL) AS reason`,
  }),
  actions_as_admin: audit('actor_id', {
    own: 'reason',
    recorded: 'id, action, target_type, target_id, ip, created_at',
  }),
}

/** The page of rows after `last`. */
export function pageOf(
  { table, columns, whose, key, pageRows }: ExportedTable,
  uid: number,
  last: Row | null,
): Statement<Row> {
  const names = key.map((column) => column.split(' AS ')[0] ?? column)
  const list = sql.raw(names.join(', '))
  // SQLite does not search an expression index by a row value, so also compare the first column alone.
  const entry = sql.raw(names[0] ?? '')
  const after =
    last === null
      ? sql``
      : sql` AND ${entry} >= ${cursorOf(key, last)[0]} AND (${list}) > (${sql.join(cursorOf(key, last), sql`, `)})`
  return sql`
    SELECT ${sql.raw(columnsOf(columns))} FROM ${sql.raw(table)} WHERE ${conditionOf(whose, uid)}${after}
    ORDER BY ${list} LIMIT ${rowsPerPage({ pageRows })}`
}

/** The number of pages, for the progress of an export. */
export function pagesOf(source: ExportedTable, uid: number): Statement<{ pages: number }> {
  const { table, whose } = source
  return sql`
    SELECT COUNT(*) / ${rowsPerPage(source)} + 1 AS pages FROM ${sql.raw(table)} WHERE ${conditionOf(whose, uid)}`
}

export function columnsOf(columns: ExportedTable['columns']): string {
  return typeof columns === 'string' ? columns : Object.values(columns).join(', ')
}

export type Row = Record<string, string | number | null>

export function rowsPerPage({ pageRows = PAGE_ROWS }: { pageRows?: number | undefined }): number {
  return pageRows
}

function conditionOf(whose: string, uid: number): SQL {
  return sql.join(whose.split(':uid').map(sql.raw), sql`${uid}`)
}

function cursorOf(key: readonly string[], last: Row): SQL[] {
  return key.map((column) => sql`${last[column.split(' AS ')[1] ?? column]}`)
}

/** Existing and deleted rows have separate partial indexes, so they are read separately. */
function comments(which: string): ExportedTable {
  return {
    table: 'comments',
    columns: {
      own: `body, (SELECT '/images/' || key FROM images WHERE images.id = image_id) AS image_url`,
      recorded: 'id, post_id, root_id, reply_to_id, created_at, edited_at, deleted_at',
      counted: 'replies_count, likes_count',
    },
    whose: `author_id = :uid AND ${which}`,
    key: ['id'],
  }
}

/** A column of the place of a post in its series, `m`, or of the series itself, `s`. */
function inSeries(column: string): string {
  return `iif(in_series IS NULL, NULL,
    (SELECT ${column} FROM series_posts m JOIN series s ON s.id = m.series_id WHERE m.post_id = posts.id))`
}

function posts(which: string, key: ExportedTable['key']): ExportedTable {
  return {
    table: 'posts',
    columns: {
      own: `title, summary, summary_is_own, cover_url, tags, ${inSeries('s.title')} AS series,
        ${inSeries('m.position')} AS series_position, canonical_url, first_published_at, import_key, ai_made, body`,
      recorded: 'id, status, created_at, updated_at, edited_at, published_at, deleted_at',
      counted: 'likes_count, dislikes_count, comments_count, favorites_count, energy',
      told: 'reject_reason, lock_reason',
    },
    whose: `author_id = :uid AND ${which}`,
    key,
    pageRows: LONG_TEXTS,
  }
}

function audit(column: string, columns: Columns): ExportedTable {
  return { table: 'audit_log', columns, whose: `${column} = :uid`, key: ['id'] }
}

/** The users in column `other`, for the user in column `self`. */
function people(table: string, self: string, other: string): ExportedTable {
  return {
    table,
    columns: { recorded: 'created_at', names: `${other} AS uid, ${nameOf(other)} AS username` },
    whose: `${self} = :uid`,
    key: ['created_at', `${other} AS uid`],
  }
}

function own(table: string, columns: Columns, key: ExportedTable['key']): ExportedTable {
  return { table, columns, whose: 'user_id = :uid', key }
}

/** Tables that reference a user and are not in the export, with the reason. */
export const EXCLUDED_TABLES: Record<string, string> = {
  account_exports: 'exports like this one, stored for a day',
  anomalies: 'a report for admins, computed from likes, energy and sign-ins of the last 30 days',
  author_daily: 'computed from posts',
  author_sources: 'computed from the referrers of readers; shown in the analytics',
  author_stats: 'computed from posts and images',
  comment_mentions: 'part of the comments of other users; each has a notification',
  favorites: 'computed from folder_items',
  held_approvals: 'approvals by an admin for the site, stored for about a minute',
  invitation_batches: 'codes that an owner created for the site',
  idempotency_keys: 'stored for a day, so that a repeated request is executed once',
  login_challenges: 'stored for five minutes, between the password and the code of a login',
  session_checks: 'never has a row',
  webhook_events: 'never has a row',
  oauth_grants: 'tokens of the connected applications, which are listed as connected_apps',
  over_quota: 'never has a row',
  post_days: 'computed from posts',
  notices_to_mail: 'notifications that are not mailed yet',
  post_tags: 'copies of the tags in posts',
  recovery_codes: 'hashes of secrets',
  report_cases: 'reports of other users; decisions about this user are in decisions',
  report_copies: 'earlier versions of own content, for the admins who decide on reports of other users',
  reporters: 'computed from reports',
  user_notes: `working notes between admins, which may name reporters and other people; an owner answers a request for them by hand`,
  unread_counts: 'computed from notifications',
}

/** Columns of exported tables that are not in the export, by reason. */
export const EXCLUDED_COLUMNS = {
  'secrets and their hashes': `users.password_hash sessions.generation sign_ins.device_hash user_tokens.token_hash
    access_tokens.token_hash user_totp.secret user_totp.key_id user_totp.last_step passkeys.credential_id passkeys.public_key
    passkeys.counter outbox.token_hash outbox.letter letter_subscribers.email_hash letter_subscribers.email
    letter_subscribers.key_id push_subscriptions.endpoint push_subscriptions.p256dh push_subscriptions.auth`,
  'who decided: admins act for the site': `profile_reviews.decided_by post_moves.actor_id comments.deleted_by user_hidings.admin_id`,
  'records for admins: what they saw and changed':
    'audit_log.before audit_log.after audit_log.public user_hidings.banned',
  'computed from exported columns or tables': `users.username_key users.blocked_ids users.username_outline users.username_look
    profile_reviews.username_key profile_reviews.username_outline profile_reviews.username_look posts.reading_minutes posts.formulas posts.hot posts.language posts.listed_at series_posts.part series_posts.listed_at post_revisions.title
    post_revisions.image_keys post_bin.energy_days folders.hidden_items_count
    images.small_bytes images.medium_bytes`,
  'shows what other people did: a block, a review that is not decided': `post_likes.quiet posts.edit_unseen_since`,
  'internal state of the site': `push_subscriptions.session_id push_subscriptions.target push_subscriptions.vapid_key push_subscriptions.site
    sessions.status sessions.rotated_at sessions.confirmed_at sign_ins.sid user_tokens.sid
    images.unused_since posts.version series.version posts.locked_from comments.mentions_made notifications.once_key notifications.comment_id
    notice_mail.site notice_mail.digest_from letter_subscribers.site letter_subscribers.bounces letter_subscriptions.digest_from
    letters.cursor letters.problem outbox.language outbox.site outbox.attempts outbox.next_attempt_at outbox.claim
    outbox.message_id outbox.once_keys outbox.payload outbox.target outbox.ref outbox.response_status outbox.duration_ms`,
}
