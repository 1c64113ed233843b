import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import { SECTION } from '#features/core/notifications/kinds.ts'

/** The rows of one table that belong to a user, read in pages in the order of `key`. The key columns must be in `columns`. */
export interface ExportedTable {
  table: string
  columns: string
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
const nameOf = (column: string) => `(SELECT username FROM users WHERE users.uid = ${column})`

/**
 * The data of a user, by its name in the export file. Contains no secrets, and only the public names of other users.
 */
export const EXPORTED_TABLES: Record<string, ExportedTable> = {
  account: {
    table: 'users',
    columns: `uid, email, username, signature, '/images/' || avatar_key AS avatar_url, exp, energy, role, status,
      followers_count, following_count, followers_public, ban_reason, ban_ends_at,
      silenced_at, silence_reason, silence_ends_at, email_verified_at, email_asserted, email_unreachable_at, created_at, purge_at,
      time_zone, browser_time_zone`,
    whose: 'uid = :uid',
    key: ['uid'],
  },
  notification_switches: {
    table: 'users',
    columns: `uid, notify_comment AS comment, notify_reply AS reply, notify_like AS "like", notify_follow AS follow`,
    whose: 'uid = :uid',
    key: ['uid'],
  },
  sessions: own('sessions', 'sid, ip, user_agent, remark, signed_in_by, created_at, last_used_at, expires_at', [
    'created_at',
    'sid',
  ]),
  sign_ins: own('sign_ins', 'id, ip, country, user_agent, language, created_at', ['id']),
  hidden_content: own('user_hidings', 'id, reason, state, posts_count, comments_count, created_at, restored_at', [
    'id',
  ]),
  profile_changes: own('profile_reviews', 'id, username, signature, cost, status, reason, created_at, decided_at', [
    'id',
  ]),
  posts: posts('deleted_at IS NULL', ['status', 'updated_at', 'id']),
  deleted_posts: posts('deleted_at IS NOT NULL', ['id']),
  post_moves: {
    table: 'post_moves',
    columns: 'id, post_id, move, from_status, to_status, reason, created_at',
    whose: `post_id IN (
      SELECT id FROM posts WHERE author_id = :uid AND deleted_at IS NULL
      UNION ALL SELECT id FROM posts WHERE author_id = :uid AND deleted_at IS NOT NULL)`,
    key: ['id'],
  },
  post_revisions: {
    table: 'post_revisions',
    columns: 'post_id, version, saved_at, status, content',
    whose: 'post_id IN (SELECT id FROM posts WHERE author_id = :uid AND deleted_at IS NULL)',
    key: ['post_id', 'version'],
    pageRows: LONG_TEXTS,
    packed: 'content',
  },
  scheduled_posts: {
    table: 'post_schedules',
    columns: 'post_id, publish_at',
    whose: 'author_id = :uid',
    key: ['publish_at', 'post_id'],
  },
  bin: { table: 'post_bin', columns: 'post_id, deleted_at', whose: 'author_id = :uid', key: ['deleted_at', 'post_id'] },
  comments: comments('deleted_at IS NULL'),
  deleted_comments: comments('deleted_at IS NOT NULL'),
  likes: own('post_likes', 'post_id, created_at', ['post_id']),
  comment_likes: own('comment_likes', 'comment_id, created_at', ['comment_id']),
  dislikes: own('post_dislikes', 'post_id, created_at', ['post_id']),
  following: people('user_follows', 'follower_id', 'followed_id'),
  followers: people('user_follows', 'followed_id', 'follower_id'),
  blocks: people('user_blocks', 'user_id', 'blocked_id'),
  folders: own('folders', 'id, name, public, is_default, items_count, created_at', ['id']),
  folder_items: own('folder_items', 'folder_id, post_id, created_at', ['post_id', 'folder_id']),
  check_ins: own('user_check_ins', 'day, created_at', ['day']),
  tasks: own('user_tasks', 'task, completed_at', ['task']),
  exp_by_day: own('daily_exp_summary', 'day, exp', ['day']),
  energy: own('energy_log', 'id, amount, reason, balance_after, exp_gained, post_id, note, created_at', [
    'created_at',
    'id',
  ]),
  energizes: {
    table: 'post_energize_log',
    columns: 'id, post_id, amount, exp_gained, created_at',
    whose: `id IN (SELECT id FROM energy_log WHERE user_id = :uid AND reason = 'energize')`,
    key: ['id'],
  },
  notifications: own(
    'notifications',
    // Excludes text of other users, and the admin behind a system notification.
    `id, ${SECTION} AS lane, kind, category, related_id, iif(category = 'system', NULL, ${nameOf('actor_id')}) AS actor,
      json_remove(data, '$.excerpt', '$.title') AS data, read, created_at`,
    [`${SECTION} AS lane`, 'created_at', 'id'],
  ),
  links: own('user_tokens', 'kind, email, created_at, expires_at', ['kind']),
  mail_choices: own('notice_mail', 'comment, reply, mention, "like", follow, system, digest, language', ['user_id']),
  reports: own(
    'reports',
    `id, day, (SELECT kind FROM report_cases WHERE report_cases.id = case_id) AS kind,
      (SELECT target_id FROM report_cases WHERE report_cases.id = case_id) AS target_id, reason, text,
      (SELECT decision FROM report_cases WHERE report_cases.id = case_id) AS decision, created_at`,
    ['day', 'id'],
  ),
  second_factor: own('user_totp', 'created_at, confirmed_at', ['created_at']),
  passkeys: own('passkeys', 'id, name, transports, created_at, last_used_at', ['id']),
  providers: own('user_identities', 'id, issuer, subject, label, created_at, last_used_at', ['id']),
  connected_apps: own(
    'oauth_consents',
    'app_id, (SELECT name FROM oauth_apps WHERE id = app_id) AS name, scopes, created_at, last_used_at',
    ['app_id'],
  ),
  access_tokens: own('access_tokens', 'id, name, scope, created_at, expires_at, last_used_at', ['id']),
  invitations: {
    table: 'invitations',
    columns: 'id, code, uses, used, created_at, expires_at, revoked_at',
    whose: 'creator_id = :uid AND batch_id IS NULL',
    key: ['id'],
  },
  invited_people: {
    table: 'invitation_uses',
    columns: `user_id AS uid, ${nameOf('user_id')} AS username, invitation_id, created_at`,
    whose: 'inviter_id = :uid',
    key: ['user_id AS uid'],
  },
  invited_by: {
    table: 'invitation_uses',
    columns: `user_id, inviter_id AS uid, ${nameOf('inviter_id')} AS username, created_at`,
    whose: 'user_id = :uid',
    key: ['user_id'],
  },
  mail: own('outbox', 'id, kind, address, subject, status, problem, created_at, settled_at', ['id']),
  images: own('images', `id, '/images/' || key AS url, purpose, type, width, height, bytes, created_at`, ['id']),
  decisions: audit('subject_id', 'reason, created_at'),
  actions_as_admin: audit('actor_id', 'reason, ip, created_at'),
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
    SELECT ${sql.raw(columns)} FROM ${sql.raw(table)} WHERE ${conditionOf(whose, uid)}${after}
    ORDER BY ${list} LIMIT ${rowsPerPage({ pageRows })}`
}

/** The number of pages, for the progress of an export. */
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

/** Existing and deleted rows have separate partial indexes, so they are read separately. */
function comments(which: string): ExportedTable {
  return {
    table: 'comments',
    columns: `id, post_id, root_id, reply_to_id, body,
      (SELECT '/images/' || key FROM images WHERE images.id = image_id) AS image_url, replies_count, likes_count, created_at,
      edited_at, deleted_at`,
    whose: `author_id = :uid AND ${which}`,
    key: ['id'],
  }
}

function posts(which: string, key: ExportedTable['key']): ExportedTable {
  return {
    table: 'posts',
    columns: `id, status, title, summary, summary_is_own, cover_url, tags, likes_count, dislikes_count, comments_count, favorites_count,
      energy, reject_reason, lock_reason, created_at, updated_at, edited_at, published_at, deleted_at, canonical_url, import_key, body`,
    whose: `author_id = :uid AND ${which}`,
    key,
    pageRows: LONG_TEXTS,
  }
}

function audit(column: string, rest: string): ExportedTable {
  return {
    table: 'audit_log',
    columns: `id, action, target_type, target_id, ${rest}`,
    whose: `${column} = :uid`,
    key: ['id'],
  }
}

/** The users in column `other`, for the user in column `self`. */
function people(table: string, self: string, other: string): ExportedTable {
  return {
    table,
    columns: `${other} AS uid, ${nameOf(other)} AS username, created_at`,
    whose: `${self} = :uid`,
    key: ['created_at', `${other} AS uid`],
  }
}

function own(table: string, columns: string, key: ExportedTable['key']): ExportedTable {
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
  invitation_batches: 'codes that an owner created for the site',
  idempotency_keys: 'stored for a day, so that a repeated request is executed once',
  login_challenges: 'stored for five minutes, between the password and the code of a login',
  oauth_grants: 'tokens of the connected applications, which are listed as connected_apps',
  over_quota: 'never has a row',
  post_days: 'computed from posts',
  notices_to_mail: 'notifications that are not mailed yet',
  post_tags: 'copies of the tags in posts',
  recovery_codes: 'hashes of secrets',
  report_cases: 'reports of other users; decisions about this user are in decisions',
  report_copies: 'earlier versions of own content, for the admins who decide on reports of other users',
  reporters: 'computed from reports',
  unread_counts: 'computed from notifications',
}
