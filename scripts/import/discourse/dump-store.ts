import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ImportError } from '#import/import-error.ts'
import { DatabaseSync } from '../../site/sqlite.ts'
import { type CopyRow, readCopyRows } from './copy-rows.ts'

/** The tables and columns of a dump that an import needs. The first column of each table is required. */
const COLUMNS = {
  users: ['id', 'username'],
  user_emails: ['user_id', 'email', 'primary'],
  categories: ['id', 'name', 'slug', 'topic_id', 'read_restricted'],
  tags: ['id', 'name'],
  topic_tags: ['topic_id', 'tag_id'],
  uploads: ['sha1', 'url'],
  topics: ['id', 'title', 'slug', 'user_id', 'category_id', 'created_at', 'archetype', 'visible', 'deleted_at'],
  posts: [
    'topic_id',
    'post_number',
    'user_id',
    'cooked',
    'raw',
    'created_at',
    'last_version_at',
    'reply_to_post_number',
    'post_type',
    'deleted_at',
    'hidden',
  ],
} as const

type Table = keyof typeof COLUMNS

/** Without these tables the file is not a dump of Discourse. */
const REQUIRED: readonly Table[] = ['users', 'topics', 'posts']

/** Rows per transaction. */
const ROWS_PER_COMMIT = 10_000

/**
 * The rows of a dump in a temporary SQLite file: a dump has posts before topics, in the order of their ids, and may not fit in
 * memory. Deleted texts are not stored. The folder can be read by this user only.
 */
export async function storeDump(dump: AsyncIterable<Uint8Array>) {
  const folder = await mkdtemp(join(tmpdir(), 'joule-discourse-'))
  const db = new DatabaseSync(join(folder, 'dump.sqlite'))
  const close = async () => {
    db.close()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF')
    await fill(db, dump)
    db.exec(INDEXES)
    return { db, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function fill(db: DatabaseSync, dump: AsyncIterable<Uint8Array>): Promise<void> {
  const tables = Object.entries(COLUMNS) as [Table, readonly string[]][]
  for (const [table, columns] of tables)
    db.exec(`CREATE TABLE ${table} (${columns.map((column) => `"${column}" ${typeOf(column)}`).join(', ')})`)
  const inserts = Object.fromEntries(
    tables.map(([table, columns]) => [
      table,
      db.prepare(`INSERT INTO ${table} VALUES (${columns.map(() => '?').join(', ')})`),
    ]),
  )
  let rows = 0
  db.exec('BEGIN')
  const { tables: found } = await readCopyRows(dump, COLUMNS, (table, row) => {
    inserts[table]?.run(...(table === 'posts' ? withoutSecondText(row) : row))
    rows += 1
    if (rows % ROWS_PER_COMMIT === 0) db.exec('COMMIT; BEGIN')
  })
  db.exec('COMMIT')
  if (REQUIRED.some((table) => !found.has(table))) throw new ImportError('invalid_dump')
}

/** Numbers are compared as numbers. */
const typeOf = (column: string) => (/(?:^|_)(?:id|number|type)$/.test(column) ? 'INTEGER' : 'TEXT')

const [COOKED, RAW, TYPE, DELETED_AT, HIDDEN] = (['cooked', 'raw', 'post_type', 'deleted_at', 'hidden'] as const).map(
  (name) => COLUMNS.posts.indexOf(name),
) as [number, number, number, number, number]

/** The raw text is used only without a cooked one. Neither is needed of a post that is not imported. */
function withoutSecondText(row: CopyRow): CopyRow {
  const isGone = row[DELETED_AT] !== null || row[HIDDEN] === 't' || row[TYPE] !== '1'
  return row.map((value, column) => {
    if (column === COOKED && isGone) return null
    return column === RAW && (isGone || row[COOKED]) ? null : value
  })
}

const INDEXES = `
  CREATE UNIQUE INDEX users_by_id ON users (id);
  CREATE INDEX emails_of_user ON user_emails (user_id);
  CREATE UNIQUE INDEX categories_by_id ON categories (id);
  CREATE UNIQUE INDEX tags_by_id ON tags (id);
  CREATE INDEX tags_of_topic ON topic_tags (topic_id);
  CREATE INDEX uploads_by_sha1 ON uploads (sha1);
  CREATE UNIQUE INDEX topics_by_id ON topics (id);
  CREATE INDEX posts_of_topic ON posts (topic_id, post_number)`
