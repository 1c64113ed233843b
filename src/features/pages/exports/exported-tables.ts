import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import { SECTION } from '#features/core/notifications/kinds.ts'
import { AUDIT_ACTIONS } from '#features/core/site/audit-log.ts'

/**
 * The rows of one table that belong to a user, read in pages in the order of `key`. The key columns
 * must be in `columns`.
 */
export interface ExportedTable {
  table: string
  columns: string
  /** The condition that selects the rows of the user `:uid`. */
  whose: string
  key: readonly string[]
  /** Rows per page. Smaller for tables with large rows. */
  pageRows?: number
  /** A column with JSON, written as JSON instead of a string. */
  json?: string
  isPacked?: true
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
 * The data of a user, by its name in the export file. Contains what the user wrote, what the site
 * recorded about the user, and texts that admins wrote for the user; no secrets, no text that was
 * written for other people, and only the public names of other users.
 */
export const EXPORTED_TABLES: Record<string, ExportedTable> = {
  account: table(
    'users',
    'uid = :uid',
    `email, username, signature, fediverse, '/images/' || avatar_key AS avatar_url, followers_public, time_zone, browser_time_zone,
      hides_ai, uid, role, status, ban_ends_at, silenced_at, silence_ends_at, email_verified_at, email_asserted, email_unreachable_at,
      created_at, purge_at, exp, energy, followers_count, following_count, is_regular, ban_reason, silence_reason`,
    'uid',
  ),
  notification_switches: table(
    'users',
    'uid = :uid',
    'uid, notify_comment AS comment, notify_reply AS reply, notify_like AS "like", notify_follow AS follow',
    'uid',
  ),
  sessions: own(
    'sessions',
    'remark, sid, ip, user_agent, signed_in_by, created_at, last_used_at, expires_at',
    'created_at',
    'sid',
  ),
  push_devices: own('push_subscriptions', 'categories, quiet_from, quiet_until, id, created_at'),
  sign_ins: own('sign_ins', 'id, ip, country, user_agent, language, created_at'),
  hidden_content: own(
    'user_hidings',
    'id, state, created_at, restored_at, posts_count, comments_count, reason',
  ),
  profile_changes: own(
    'profile_reviews',
    'username, signature, avatar_key, id, cost, status, created_at, decided_at, reason',
  ),
  posts: posts('deleted_at IS NULL', 'status', 'updated_at', 'id'),
  deleted_posts: posts('deleted_at IS NOT NULL'),
  post_moves: table(
    'post_moves',
    `post_id IN (
      SELECT id FROM posts WHERE author_id = :uid AND deleted_at IS NULL
      UNION ALL SELECT id FROM posts WHERE author_id = :uid AND deleted_at IS NOT NULL)`,
    'id, post_id, move, from_status, to_status, created_at, reason',
  ),
  post_revisions: {
    ...table(
      'post_revisions',
      'post_id IN (SELECT id FROM posts WHERE author_id = :uid AND deleted_at IS NULL)',
      'content, post_id, version, saved_at, status',
      'post_id',
      'version',
    ),
    pageRows: LONG_TEXTS,
    json: 'content',
    isPacked: true,
  },
  scheduled_posts: authored(
    'post_schedules',
    'post_id, publish_at, approved_version',
    'publish_at',
    'post_id',
  ),
  planned_posts: authored('post_plans', 'post_id, publish_at, waits', 'post_id'),
  bin: authored('post_bin', 'post_id, deleted_at', 'deleted_at', 'post_id'),
  series: own('series', 'title, description, id, created_at, updated_at, parts, followers_count'),
  series_posts: table(
    'series_posts',
    'series_id IN (SELECT id FROM series WHERE user_id = :uid)',
    'post_id, series_id, position',
    'post_id',
  ),
  comments: comments('deleted_at IS NULL'),
  deleted_comments: comments('deleted_at IS NOT NULL'),
  likes: own('post_likes', 'post_id, created_at', 'post_id'),
  comment_likes: own('comment_likes', 'comment_id, created_at', 'comment_id'),
  dislikes: own('post_dislikes', 'post_id, created_at', 'post_id'),
  letter_settings: own('letter_authors', 'content, blocked_at', 'content'),
  letters: authored(
    'letters',
    'subject, id, state, due_at, created_at, started_at, ended_at, sent, failed, bounced, complained',
  ),
  letter_addresses: own('letter_subscribers', 'language, time_zone, id, ended, created_at'),
  letter_subscriptions: table(
    'letter_subscriptions',
    'subscriber_id IN (SELECT id FROM letter_subscribers WHERE user_id = :uid)',
    'kind, ref, cadence, subscriber_id, digest_at, created_at',
    'subscriber_id',
    'kind',
    'ref',
  ),
  following: people('user_follows', 'follower_id', 'followed_id'),
  followers: people('user_follows', 'followed_id', 'follower_id'),
  followed_tags: own(
    'tag_follows',
    '(SELECT name FROM tags WHERE tags.tag_key = tag_follows.tag_key) AS tag, tag_key, created_at',
    'tag_key',
  ),
  followed_series: own('series_follows', 'series_id, created_at', 'series_id'),
  blocks: people('user_blocks', 'user_id', 'blocked_id'),
  folders: own('folders', 'name, public, id, is_default, created_at, items_count'),
  folder_items: own('folder_items', 'folder_id, post_id, created_at', 'post_id', 'folder_id'),
  check_ins: own('user_check_ins', 'day, created_at', 'day'),
  tasks: own('user_tasks', 'task, completed_at', 'task'),
  exp_by_day: own('daily_exp_summary', 'day, exp', 'day'),
  energy: own(
    'energy_log',
    'id, amount, reason, balance_after, exp_gained, post_id, created_at, note',
    'created_at',
    'id',
  ),
  energizes: table(
    'post_energize_log',
    `id IN (SELECT id FROM energy_log WHERE user_id = :uid AND reason = 'energize')`,
    'id, post_id, amount, exp_gained, created_at',
  ),
  // Not the admin behind a system notification, and without text of other users.
  notifications: {
    ...own(
      'notifications',
      `id, ${SECTION} AS lane, kind, category, related_id, read, created_at,
        iif(category = 'system', NULL, ${nameOf('actor_id')}) AS actor, json_remove(data, '$.excerpt', '$.title') AS data`,
      `${SECTION} AS lane`,
      'created_at',
      'id',
    ),
    json: 'data',
  },
  links: own('user_tokens', 'kind, email, about, created_at, expires_at', 'kind'),
  mail_choices: own(
    'notice_mail',
    'comment, reply, mention, "like", follow, system, digest, language, digest_at',
    'user_id',
  ),
  reports: own(
    'reports',
    `reason, text, id, day, (SELECT kind FROM report_cases WHERE report_cases.id = case_id) AS kind,
      (SELECT target_id FROM report_cases WHERE report_cases.id = case_id) AS target_id, created_at,
      (SELECT decision FROM report_cases WHERE report_cases.id = case_id) AS decision`,
    'day',
    'id',
  ),
  second_factor: own('user_totp', 'created_at, confirmed_at', 'created_at'),
  passkeys: own('passkeys', 'name, id, transports, created_at, last_used_at'),
  providers: own('user_identities', 'label, id, issuer, subject, created_at, last_used_at'),
  connected_apps: own(
    'oauth_consents',
    'app_id, (SELECT name FROM oauth_apps WHERE id = app_id) AS name, scopes, created_at, last_used_at',
    'app_id',
  ),
  access_tokens: own('access_tokens', 'name, scope, id, created_at, expires_at, last_used_at'),
  invitations: table(
    'invitations',
    'creator_id = :uid AND batch_id IS NULL',
    'uses, id, code, created_at, expires_at, revoked_at, used',
  ),
  invited_people: table(
    'invitation_uses',
    'inviter_id = :uid',
    `invitation_id, created_at, user_id AS uid, ${nameOf('user_id')} AS username`,
    'user_id AS uid',
  ),
  invited_by: own(
    'invitation_uses',
    `user_id, created_at, inviter_id AS uid, ${nameOf('inviter_id')} AS username`,
    'user_id',
  ),
  mail: own(
    'outbox',
    'id, channel, kind, address, subject, status, problem, created_at, settled_at',
  ),
  images: own(
    'images',
    `'/images/' || key AS url, id, purpose, type, width, height, bytes, created_at`,
  ),
  // The note of a closed report is written for the reporters, who may be named by it.
  decisions: table(
    'audit_log',
    'subject_id = :uid',
    `id, action, target_type, target_id, created_at, iif(${TOLD_ACTIONS}, reason, NULL) AS reason`,
  ),
  actions_as_admin: table(
    'audit_log',
    'actor_id = :uid',
    'reason, id, action, target_type, target_id, ip, created_at',
  ),
}

export function pageOf(
  { table, columns, whose, key, pageRows }: ExportedTable,
  uid: number,
  last: Row | null,
) {
  const names = key.map((column) => column.split(' AS ')[0] ?? column)
  const list = sql.raw(names.join(', '))
  // SQLite does not search an expression index by a row value, so also compare the first column
  // alone.
  const entry = sql.raw(names[0] ?? '')
  const after =
    last === null
      ? sql``
      : sql` AND ${entry} >= ${cursorOf(key, last)[0]} AND (${list}) > (${sql.join(cursorOf(key, last), sql`, `)})`
  return sql<Row>`
    SELECT ${sql.raw(columns)} FROM ${sql.raw(table)} WHERE ${conditionOf(whose, uid)}${after}
    ORDER BY ${list} LIMIT ${rowsPerPage({ pageRows })}`
}

export function pagesOf(source: ExportedTable, uid: number): Statement<{ pages: number }> {
  const { table, whose } = source
  return sql`
    SELECT COUNT(*) / ${rowsPerPage(source)} + 1 AS pages FROM ${sql.raw(table)} WHERE ${conditionOf(whose, uid)}`
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

/** Without names of key columns, the key is `id`. */
function table(name: string, whose: string, columns: string, ...key: string[]): ExportedTable {
  return { table: name, columns, whose, key: key.length > 0 ? key : ['id'] }
}

function own(name: string, columns: string, ...key: string[]): ExportedTable {
  return table(name, 'user_id = :uid', columns, ...key)
}

function authored(name: string, columns: string, ...key: string[]): ExportedTable {
  return table(name, 'author_id = :uid', columns, ...key)
}

/** Existing and deleted rows have separate partial indexes, so they are read separately. */
function comments(which: string): ExportedTable {
  return table(
    'comments',
    `author_id = :uid AND ${which}`,
    `body, (SELECT '/images/' || key FROM images WHERE images.id = image_id) AS image_url, id, post_id, root_id, reply_to_id,
      created_at, edited_at, deleted_at, replies_count, likes_count`,
  )
}

/** A column of the place of a post in its series, `m`, or of the series itself, `s`. */
function inSeries(column: string): string {
  return `iif(in_series IS NULL, NULL,
    (SELECT ${column} FROM series_posts m JOIN series s ON s.id = m.series_id WHERE m.post_id = posts.id))`
}

function posts(which: string, ...key: string[]): ExportedTable {
  const columns = `title, summary, summary_is_own, cover_url, tags, ${inSeries('s.title')} AS series,
    ${inSeries('m.position')} AS series_position, canonical_url, first_published_at, import_key, ai_made, body, id, status,
    created_at, updated_at, edited_at, published_at, deleted_at, likes_count, dislikes_count, comments_count, favorites_count, energy,
    reject_reason, lock_reason`
  return {
    ...table('posts', `author_id = :uid AND ${which}`, columns, ...key),
    pageRows: LONG_TEXTS,
    json: 'tags',
  }
}

/** The users in column `other`, for the user in column `self`. */
function people(name: string, self: string, other: string): ExportedTable {
  const columns = `created_at, ${other} AS uid, ${nameOf(other)} AS username`
  return table(name, `${self} = :uid`, columns, 'created_at', `${other} AS uid`)
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
  new_check_ins: 'never has a row',
  webhook_events: 'never has a row',
  oauth_grants: 'tokens of the connected applications, which are listed as connected_apps',
  over_quota: 'never has a row',
  post_days: 'computed from posts',
  notices_to_mail: 'notifications that are not mailed yet',
  post_tags: 'copies of the tags in posts',
  recovery_codes: 'hashes of secrets',
  report_cases: 'reports of other users; decisions about this user are in decisions',
  report_copies:
    'earlier versions of own content, for the admins who decide on reports of other users',
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
