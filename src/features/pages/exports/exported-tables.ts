import { getTableName, type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Statement } from '#db/client.ts'
import {
  accessTokens,
  invitations,
  invitationUses,
  oauthConsents,
  passkeys,
  profileReviews,
  sessions,
  signIns,
  userIdentities,
  userTokens,
  userTotp,
} from '#db/schema/accounts.ts'
import {
  commentLikes,
  comments,
  folderItems,
  folders,
  postDislikes,
  postEnergizeLog,
  postLikes,
  reports,
  seriesFollows,
  tagFollows,
  userFollows,
} from '#db/schema/community.ts'
import { auditLog, images, outbox, pushSubscriptions, userBlocks, users } from '#db/schema/core.ts'
import { dailyExpSummary, energyLog, userCheckIns, userTasks } from '#db/schema/economy.ts'
import { exportedColumns } from '#db/schema/facts.ts'
import {
  letterAuthors,
  letterSubscribers,
  letterSubscriptions,
  letters,
} from '#db/schema/letters.ts'
import { noticeMail, notifications } from '#db/schema/notifications.ts'
import { userHidings } from '#db/schema/operations.ts'
import {
  postBin,
  postMoves,
  postPlans,
  postRevisions,
  postSchedules,
  posts,
  series,
  seriesPosts,
} from '#db/schema/publishing.ts'
import { factsOf } from '#db/schema/stored.ts'
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
const ofCase = (column: string) =>
  `(SELECT ${column} FROM report_cases WHERE report_cases.id = case_id)`

/** How the export computes a value that is not a column of the table. By table and name. */
const VALUES: Readonly<Record<string, string>> = {
  'users.avatar_url': `'/images/' || avatar_key`,
  'images.url': `'/images/' || key`,
  'comments.image_url': `(SELECT '/images/' || key FROM images WHERE images.id = image_id)`,
  'posts.series': inSeries('s.title'),
  'posts.series_position': inSeries('m.position'),
  'tag_follows.tag': '(SELECT name FROM tags WHERE tags.tag_key = tag_follows.tag_key)',
  'oauth_consents.name': '(SELECT name FROM oauth_apps WHERE id = app_id)',
  'reports.kind': ofCase('kind'),
  'reports.target_id': ofCase('target_id'),
  // Not the admin behind a system notification, and without text of other users.
  'notifications.lane': SECTION,
  'notifications.actor': `iif(category = 'system', NULL, ${nameOf('actor_id')})`,
  'notifications.data': `json_remove(data, '$.excerpt', '$.title')`,
}

interface Source {
  from: SQLiteTable
  /** Without a condition, the column `of` of the table is the user. */
  whose?: string
  /** Without names of key columns, the key is `id`. */
  key?: readonly string[]
  /** Values before and after the columns that the description of the table exports. */
  first?: string
  last?: string
  pageRows?: number
  json?: string
  isPacked?: true
}

/**
 * The data of a user, by its name in the export file. Contains what the user wrote, what the site
 * recorded about the user, and texts that admins wrote for the user; no secrets, no text that was
 * written for other people, and only the public names of other users. src/db/schema decides about
 * the columns, and which tables are not here.
 */
const SOURCES = {
  account: { from: users, key: ['uid'] },
  notification_switches: { from: users, first: 'uid', key: ['uid'] },
  sessions: { from: sessions, key: ['created_at', 'sid'] },
  push_devices: { from: pushSubscriptions },
  sign_ins: { from: signIns },
  hidden_content: { from: userHidings },
  profile_changes: { from: profileReviews },
  posts: ofPosts('deleted_at IS NULL', ['status', 'updated_at', 'id']),
  deleted_posts: ofPosts('deleted_at IS NOT NULL', ['id']),
  post_moves: {
    from: postMoves,
    whose: `post_id IN (
      SELECT id FROM posts WHERE author_id = :uid AND deleted_at IS NULL
      UNION ALL SELECT id FROM posts WHERE author_id = :uid AND deleted_at IS NOT NULL)`,
  },
  post_revisions: {
    from: postRevisions,
    whose: 'post_id IN (SELECT id FROM posts WHERE author_id = :uid AND deleted_at IS NULL)',
    key: ['post_id', 'version'],
    pageRows: LONG_TEXTS,
    json: 'content',
    isPacked: true,
  },
  scheduled_posts: { from: postSchedules, key: ['publish_at', 'post_id'] },
  planned_posts: { from: postPlans, key: ['post_id'] },
  bin: { from: postBin, key: ['deleted_at', 'post_id'] },
  series: { from: series },
  series_posts: {
    from: seriesPosts,
    whose: 'series_id IN (SELECT id FROM series WHERE user_id = :uid)',
    key: ['post_id'],
  },
  // Existing and deleted rows have separate partial indexes, so they are read separately.
  comments: { from: comments, whose: 'author_id = :uid AND deleted_at IS NULL' },
  deleted_comments: { from: comments, whose: 'author_id = :uid AND deleted_at IS NOT NULL' },
  likes: { from: postLikes, key: ['post_id'] },
  comment_likes: { from: commentLikes, key: ['comment_id'] },
  dislikes: { from: postDislikes, key: ['post_id'] },
  letter_settings: { from: letterAuthors, key: ['content'] },
  letters: { from: letters },
  letter_addresses: { from: letterSubscribers },
  letter_subscriptions: {
    from: letterSubscriptions,
    whose: 'subscriber_id IN (SELECT id FROM letter_subscribers WHERE user_id = :uid)',
    key: ['subscriber_id', 'kind', 'ref'],
  },
  following: { from: userFollows, key: ['created_at', 'followed_id AS uid'] },
  followers: {
    from: userFollows,
    whose: 'followed_id = :uid',
    key: ['created_at', 'follower_id AS uid'],
  },
  followed_tags: { from: tagFollows, key: ['tag_key'] },
  followed_series: { from: seriesFollows, key: ['series_id'] },
  blocks: { from: userBlocks, key: ['created_at', 'blocked_id AS uid'] },
  folders: { from: folders },
  folder_items: { from: folderItems, key: ['post_id', 'folder_id'] },
  check_ins: { from: userCheckIns, key: ['day'] },
  tasks: { from: userTasks, key: ['task'] },
  exp_by_day: { from: dailyExpSummary, key: ['day'] },
  energy: { from: energyLog, key: ['created_at', 'id'] },
  energizes: {
    from: postEnergizeLog,
    whose: `id IN (SELECT id FROM energy_log WHERE user_id = :uid AND reason = 'energize')`,
  },
  notifications: {
    from: notifications,
    key: [`${SECTION} AS lane`, 'created_at', 'id'],
    json: 'data',
  },
  links: { from: userTokens, key: ['kind'] },
  mail_choices: { from: noticeMail, key: ['user_id'] },
  reports: { from: reports, last: `${ofCase('decision')} AS decision`, key: ['day', 'id'] },
  second_factor: { from: userTotp, key: ['created_at'] },
  passkeys: { from: passkeys },
  providers: { from: userIdentities },
  connected_apps: { from: oauthConsents, key: ['app_id'] },
  access_tokens: { from: accessTokens },
  invitations: { from: invitations, whose: 'creator_id = :uid AND batch_id IS NULL' },
  invited_people: {
    from: invitationUses,
    whose: 'inviter_id = :uid',
    key: ['user_id AS uid'],
  },
  invited_by: { from: invitationUses, first: 'user_id', key: ['user_id'] },
  mail: { from: outbox },
  images: { from: images },
  // The note of a closed report is written for the reporters, who may be named by it.
  decisions: { from: auditLog, last: `iif(${TOLD_ACTIONS}, reason, NULL) AS reason` },
  actions_as_admin: { from: auditLog, whose: 'actor_id = :uid' },
} satisfies Record<string, Source>

export const EXPORTED_TABLES: Record<string, ExportedTable> = Object.fromEntries(
  Object.entries<Source>(SOURCES).map(([name, source]) => [name, exportedTable(name, source)]),
)

function exportedTable(name: string, source: Source): ExportedTable {
  const { from, whose, key = ['id'], first, last, ...more } = source
  const table = getTableName(from)
  const columns = exportedColumns(from, name).flatMap(({ column, as }) =>
    as.map((value) => columnAs(table, column, value)),
  )
  return {
    ...more,
    table,
    columns: [first, ...columns, last].filter((value) => value !== undefined).join(', '),
    whose: whose ?? `${factsOf(from).of} = :uid`,
    key,
  }
}

function columnAs(table: string, column: string, as: string): string {
  const value =
    VALUES[`${table}.${as}`] ??
    (as === 'username' && column !== as ? nameOf(column) : quoted(column))
  return value === quoted(as) ? value : `${value} AS ${quoted(as)}`
}

/** `like` is a keyword. */
function quoted(name: string): string {
  return name === 'like' ? '"like"' : name
}

function ofPosts(which: string, key: readonly string[]): Source {
  return {
    from: posts,
    whose: `author_id = :uid AND ${which}`,
    key,
    pageRows: LONG_TEXTS,
    json: 'tags',
  }
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

/** A column of the place of a post in its series, `m`, or of the series itself, `s`. */
function inSeries(column: string): string {
  return `iif(in_series IS NULL, NULL,
    (SELECT ${column} FROM series_posts m JOIN series s ON s.id = m.series_id WHERE m.post_id = posts.id))`
}
