import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { packTar } from 'modern-tar'
import { folderWith } from '../scripts/support/folders.ts'

/** A tar archive with these files, as Discourse names its backups. */
export async function backup(files: Record<string, string | Uint8Array>): Promise<string> {
  const entries = Object.entries(files).map(([name, content]) => {
    const body = new Uint8Array(Buffer.from(content))
    return { header: { name, size: body.length }, body }
  })
  const path = join(await folderWith(), 'forum-2021-03-04.tar.gz')
  await writeFile(path, gzipSync(await packTar(entries)))
  return path
}

/**
 * Columns as `pg_dump` writes them, in the order of Discourse's own schema. Columns that no test
 * sets are left out here.
 */
const COLUMNS = {
  categories: ['id', 'name', 'color', 'topic_id', 'slug', 'read_restricted'],
  posts: [
    ...([
      'id',
      'user_id',
      'topic_id',
      'post_number',
      'raw',
      'cooked',
      'created_at',
      'updated_at',
    ] as const),
    ...(['reply_to_post_number', 'deleted_at', 'post_type', 'hidden', 'last_version_at'] as const),
  ],
  tags: ['id', 'name'],
  topic_tags: ['id', 'topic_id', 'tag_id'],
  topics: [
    'id',
    'title',
    'created_at',
    'user_id',
    'deleted_at',
    'category_id',
    'visible',
    'archetype',
    'slug',
  ],
  uploads: ['id', 'user_id', 'original_filename', 'url', 'sha1', 'extension'],
  user_emails: ['id', 'user_id', 'email', 'primary'],
  users: ['id', 'username', 'name', 'active'],
} as const

type Table = keyof typeof COLUMNS
type Row = Record<string, string | number | boolean | null>

const DEFAULTS: Partial<Record<Table, Row>> = {
  posts: { raw: '', reply_to_post_number: null, deleted_at: null, post_type: 1, hidden: false },
  topics: { deleted_at: null, category_id: 1, visible: true, archetype: 'regular' },
  categories: { color: '0088CC', topic_id: null, read_restricted: false },
}

/**
 * A plain dump of a Discourse database with these rows, in the order of pg_dump: tables by name.
 */
export function discourseDump(rows: Partial<Record<Table, Row[]>>): string {
  const tables = (Object.keys(COLUMNS) as Table[]).map((table) => copyOf(table, rows[table] ?? []))
  return [
    '--\n-- PostgreSQL database dump\n--\n\nSET statement_timeout = 0;\n',
    ...tables,
    '-- done\n',
  ].join('\n')
}

function copyOf(table: Table, rows: Row[]): string {
  const columns = COLUMNS[table].map((name) => (name === 'primary' ? '"primary"' : name)).join(', ')
  const lines = rows.map((row, n) => {
    const whole: Row = { id: n + 1, ...DEFAULTS[table], ...withTimes(table, row) }
    return COLUMNS[table].map((column) => written(whole[column] ?? null)).join('\t')
  })
  return [`COPY public.${table} (${columns}) FROM stdin;`, ...lines, '\\.', ''].join('\n')
}

function withTimes(table: Table, row: Row): Row {
  if (table !== 'posts') return row
  return { updated_at: row.created_at ?? null, last_version_at: row.created_at ?? null, ...row }
}

function written(value: string | number | boolean | null): string {
  if (value === null) return '\\N'
  if (typeof value === 'boolean') return value ? 't' : 'f'
  return String(value).replace(
    /[\\\b\f\n\r\t\v]/g,
    (character) => `\\${LETTERS[character] ?? character}`,
  )
}

const LETTERS: Record<string, string> = {
  '\b': 'b',
  '\f': 'f',
  '\n': 'n',
  '\r': 'r',
  '\t': 't',
  '\v': 'v',
}
