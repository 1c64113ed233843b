import { sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import { type AuditActor, auditEntry } from '#features/core/site/audit-log.ts'
import { postPath } from '#features/publishing/posts/post.ts'
import { csvLine, csvStream } from '#kernel/formats/csv.ts'

export const CSV_EXPORTS = ['people', 'posts', 'tags', 'audit-log'] as const
export type CsvExport = (typeof CSV_EXPORTS)[number]

type Cell = string | number | null
type Row = Record<string, Cell>

interface Table {
  /** The columns of the file, in their order. `key` is not one of them. */
  head: readonly string[]
  /** The rows after this key, ordered by `key`. */
  rowsAfter: (key: Cell, limit: number) => Statement<Row>
  /** The key before the first row. */
  first: Cell
}

/** Rows per query, so that memory use does not grow with the site. */
const ROWS_AT_ONCE = 1_000

/**
 * Exports a table of the site as CSV, in slices at the speed of the download. The audit log records
 * the export before the first row is read. No file has a password, a token or another secret.
 */
export async function exportCsv(
  db: Database,
  owner: AuditActor,
  name: CsvExport,
  origin: string,
  now: Date,
): Promise<ReadableStream<Uint8Array>> {
  const { head, rowsAfter, first } = tableOf(name, origin)
  await db.batch([
    auditEntry(owner, { action: 'site.export', target: ['site_setting', `${name}.csv`] }, now),
  ])
  return csvStream<Row>(
    head,
    ROWS_AT_ONCE,
    (last) => db.all(rowsAfter(last?.key ?? first, ROWS_AT_ONCE)),
    (row) => csvLine(head.map((column) => row[column] ?? null)),
  )
}

function tableOf(name: CsvExport, origin: string): Table {
  switch (name) {
    case 'people':
      return PEOPLE
    case 'posts':
      return postsTable(origin)
    case 'tags':
      return TAGS
    case 'audit-log':
      return AUDIT_LOG
  }
}

const PEOPLE: Table = {
  first: 0,
  head: [
    'uid',
    'username',
    'email',
    'email_verified_at',
    'role',
    'status',
    'exp',
    'energy',
    'followers',
    'following',
    'created_at',
  ],
  rowsAfter: (key, limit) => sql<Row>`
    SELECT uid AS key, uid, username, email, email_verified_at, role, status, exp, energy, followers_count AS followers,
      following_count AS following, created_at
    FROM users WHERE uid > ${key} ORDER BY uid LIMIT ${limit}`,
}

/** Without the texts, which are in the export of the site and in backups. */
const postsTable = (origin: string): Table => ({
  first: 0,
  head: [
    'id',
    'title',
    'author_uid',
    'author',
    'status',
    'tags',
    'created_at',
    'published_at',
    'views',
    'likes',
    'comments',
    'favorites',
    'energy',
    'url',
  ],
  rowsAfter: (key, limit) => sql<Row>`
    SELECT p.id AS key, p.id, p.title, p.author_id AS author_uid, u.username AS author, p.status,
      (SELECT group_concat(t.value ->> 1, '; ') FROM json_each(p.tags) t) AS tags, p.created_at, p.published_at,
      COALESCE((SELECT v.views FROM post_views v WHERE v.post_id = p.id), 0) AS views, p.likes_count AS likes,
      p.comments_count AS comments, p.favorites_count AS favorites, p.energy,
      iif(p.status = 'approved', ${origin + postPath(0).slice(0, -1)} || p.id, NULL) AS url
    FROM posts p CROSS JOIN users u ON u.uid = p.author_id
    WHERE p.id > ${key} AND p.deleted_at IS NULL ORDER BY p.id LIMIT ${limit}`,
})

const TAGS: Table = {
  first: '',
  head: ['tag', 'posts'],
  rowsAfter: (key, limit) => sql<Row>`
    SELECT tag_key AS key, name AS tag, posts_count AS posts FROM tags
    WHERE tag_key > ${key} ORDER BY tag_key LIMIT ${limit}`,
}

const AUDIT_LOG: Table = {
  first: 0,
  head: [
    'id',
    'created_at',
    'actor_uid',
    'actor',
    'action',
    'target_type',
    'target_id',
    'subject_uid',
    'reason',
    'before',
    'after',
    'ip',
  ],
  rowsAfter: (key, limit) => sql<Row>`
    SELECT a.id AS key, a.id, a.created_at, a.actor_id AS actor_uid, u.username AS actor, a.action, a.target_type,
      a.target_id, a.subject_id AS subject_uid, a.reason, a.before, a.after, a.ip
    FROM audit_log a CROSS JOIN users u ON u.uid = a.actor_id
    WHERE a.id > ${key} ORDER BY a.id LIMIT ${limit}`,
}
