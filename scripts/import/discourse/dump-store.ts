import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { Dump, PostRow, TopicRow } from '#import/discourse/format.ts'
import { ImportError } from '#import/import-error.ts'
import type { SourceFiles } from '#import/source-files.ts'
import { DatabaseSync } from '../../site/sqlite.ts'
import { bounded } from '../source.ts'

/**
 * The tables and columns of a dump that an import needs. Only the first column of each table is
 * required.
 */
const COLUMNS = {
  users: ['id', 'username'],
  user_emails: ['user_id', 'email', 'primary'],
  categories: ['id', 'name', 'slug', 'topic_id', 'read_restricted'],
  tags: ['id', 'name'],
  topic_tags: ['topic_id', 'tag_id'],
  uploads: ['sha1', 'url'],
  topics: [
    'id',
    'title',
    'slug',
    'user_id',
    'category_id',
    'created_at',
    'archetype',
    'visible',
    'deleted_at',
  ],
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
 * Stores the dump in a temporary SQLite file that only this user can read, because a dump lists
 * posts before topics and may not fit in memory.
 */
export async function openDump(files: SourceFiles, name: string): Promise<Dump> {
  const folder = await mkdtemp(join(tmpdir(), 'joule-discourse-'))
  const db = new DatabaseSync(join(folder, 'dump.sqlite'))
  const close = async () => {
    db.close()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF')
    await fill(db, bytesOf(files, name))
    db.exec(INDEXES)
    return { ...queriesOn(db), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** The dump, unpacked if it is gzipped. */
async function* bytesOf(files: SourceFiles, name: string): AsyncGenerator<Uint8Array> {
  const packed = Readable.fromWeb(files.stream(name) as never)
  if (!name.endsWith('.gz')) return yield* packed
  const unpacked = createGunzip()
  packed.on('error', (error) => unpacked.destroy(error)).pipe(unpacked)
  yield* bounded(unpacked, () => unpacked.bytesWritten, name)
}

function queriesOn(db: DatabaseSync): Omit<Dump, 'close'> {
  const [topics, posts, tags] = [db.prepare(TOPICS), db.prepare(POSTS), db.prepare(TAGS)]
  const upload = db.prepare('SELECT url FROM uploads WHERE sha1 = ?')
  return {
    topics: () => topics.iterate() as Iterable<unknown> as Iterable<TopicRow>,
    posts: (topic) => posts.iterate(topic) as Iterator<unknown> as IterableIterator<PostRow>,
    tags: (topic) => tags.all(topic).map(({ name }) => String(name)),
    uploadUrl: (sha1) => (upload.get(sha1)?.url as string | undefined) ?? null,
  }
}

const TOPICS = `
  SELECT t.id, t.title, t.slug, t.archetype, t.visible, t.deleted_at, t.created_at, c.name AS category, c.slug AS category_slug,
    c.read_restricted, EXISTS (SELECT 1 FROM categories d WHERE d.topic_id = t.id) AS describes_category
  FROM topics t LEFT JOIN categories c ON c.id = t.category_id ORDER BY t.id`

const POSTS = `
  SELECT p.post_number, p.cooked, p.raw, p.created_at, p.last_version_at, p.reply_to_post_number, p.post_type, p.deleted_at,
    p.hidden, p.user_id, u.username,
    (SELECT email FROM user_emails e WHERE e.user_id = p.user_id ORDER BY "primary" = 't' DESC LIMIT 1) AS email
  FROM posts p LEFT JOIN users u ON u.id = p.user_id WHERE p.topic_id = ? ORDER BY p.post_number`

const TAGS =
  'SELECT g.name FROM topic_tags j JOIN tags g ON g.id = j.tag_id WHERE j.topic_id = ? ORDER BY g.id'

async function fill(db: DatabaseSync, dump: AsyncIterable<Uint8Array>): Promise<void> {
  const tables = Object.entries(COLUMNS) as [Table, readonly string[]][]
  for (const [table, columns] of tables)
    db.exec(
      `CREATE TABLE ${table} (${columns.map((column) => `"${column}" ${typeOf(column)}`).join(', ')})`,
    )
  const inserts = Object.fromEntries(
    tables.map(([table, columns]) => [
      table,
      db.prepare(`INSERT INTO ${table} VALUES (${columns.map(() => '?').join(', ')})`),
    ]),
  )
  let rows = 0
  db.exec('BEGIN')
  const found = await readCopyRows(dump, (table, row) => {
    inserts[table]?.run(...row)
    rows += 1
    if (rows % ROWS_PER_COMMIT === 0) db.exec('COMMIT; BEGIN')
  })
  db.exec('COMMIT')
  if (REQUIRED.some((table) => !found.has(table))) throw new ImportError('invalid_dump')
}

/** Columns of numbers are INTEGER, so that their values are compared as numbers. */
const typeOf = (column: string) => (/(?:^|_)(?:id|number|type)$/.test(column) ? 'INTEGER' : 'TEXT')

const INDEXES = `
  CREATE UNIQUE INDEX users_by_id ON users (id);
  CREATE INDEX emails_of_user ON user_emails (user_id);
  CREATE UNIQUE INDEX categories_by_id ON categories (id);
  CREATE UNIQUE INDEX tags_by_id ON tags (id);
  CREATE INDEX tags_of_topic ON topic_tags (topic_id);
  CREATE INDEX uploads_by_sha1 ON uploads (sha1);
  CREATE UNIQUE INDEX topics_by_id ON topics (id);
  CREATE INDEX posts_of_topic ON posts (topic_id, post_number)`

/**
 * A row of a wanted table: the values of the wanted columns. Null for \N and for columns that the
 * dump does not have.
 */
type CopyRow = (string | null)[]

/**
 * Bytes of one line. A post of Discourse has at most 150,000 characters, and its row contains the
 * text twice.
 */
const LINE_MAX = 64 * 1024 * 1024

/**
 * Reads the `COPY` blocks of a plain dump of pg_dump in one pass. A block begins with `COPY
 * public.users (id, username) FROM stdin;`, has one line per row with columns separated by tabs,
 * and ends with `\.`. Text contains no raw tab or line break, so lines can be split before they are
 * decoded. Returns the wanted tables that the dump has.
 */
async function readCopyRows(
  dump: AsyncIterable<Uint8Array>,
  take: (table: Table, row: CopyRow) => void,
): Promise<Set<Table>> {
  const tables = new Set<Table>()
  let block: Block | 'other' | null = null
  const readLine = (line: Buffer) => {
    if (block === null) {
      block = blockBegunBy(line)
      if (block !== null && block !== 'other') tables.add(block.table)
    } else if (line.length === 2 && line[0] === BACKSLASH && line[1] === DOT) block = null
    else if (block !== 'other') take(block.table, rowIn(line, block))
  }
  let rest: Buffer[] = []
  let restLength = 0
  for await (const chunk of dump) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    let from = 0
    for (let end = bytes.indexOf(LINE_FEED); end !== -1; end = bytes.indexOf(LINE_FEED, from)) {
      const line = bytes.subarray(from, end)
      readLine(rest.length === 0 ? line : Buffer.concat([...rest, line]))
      if (rest.length > 0) [rest, restLength] = [[], 0]
      from = end + 1
    }
    if (from === bytes.length) continue
    // A copy: a stream may reuse the memory of its chunks.
    rest.push(Buffer.from(bytes.subarray(from)))
    restLength += bytes.length - from
    if (restLength > LINE_MAX) throw new ImportError('invalid_dump')
  }
  // A cut file ends inside a block.
  if (block !== null) throw new ImportError('invalid_dump')
  return tables
}

const [LINE_FEED, TAB, BACKSLASH, DOT] = [0x0a, 0x09, 0x5c, 0x2e]

interface Block {
  table: Table
  /** The number of columns in the dump. */
  columns: number
  /** The position of each wanted column in a line, -1 if the dump does not have the column. */
  positions: number[]
}

/** Null if the line begins no block, `other` for the block of a table that is not wanted. */
function blockBegunBy(line: Buffer): Block | 'other' | null {
  if (line.length > HEADER_MAX || !line.subarray(0, 5).equals(COPY)) return null
  const [, table, list = ''] = HEADER.exec(line.toString('utf8')) ?? []
  if (table === undefined) return null
  if (!isWanted(table)) return 'other'
  const columns = list.split(', ').map((name) => name.replaceAll('"', ''))
  const positions = COLUMNS[table].map((name) => columns.indexOf(name))
  if (positions[0] === -1) throw new ImportError('invalid_dump')
  return { table, columns: columns.length, positions }
}

const isWanted = (table: string): table is Table => Object.hasOwn(COLUMNS, table)

const COPY = Buffer.from('COPY ')
const HEADER_MAX = 10_000
const HEADER = /^COPY (?:public\.)?"?(\w{1,63})"? \(([^()]*)\) FROM stdin;\r?$/

function rowIn(line: Buffer, { columns, positions }: Block): CopyRow {
  const ends: number[] = []
  for (let at = line.indexOf(TAB); at !== -1; at = line.indexOf(TAB, at + 1)) ends.push(at)
  ends.push(line.length)
  if (ends.length !== columns) throw new ImportError('invalid_dump')
  return positions.map((position) => {
    if (position === -1) return null
    return decoded(
      line.toString('utf8', position === 0 ? 0 : (ends[position - 1] ?? 0) + 1, ends[position]),
    )
  })
}

function decoded(text: string): string | null {
  if (text === '\\N') return null
  if (!text.includes('\\')) return text
  return text.replace(ESCAPE, (_, hex?: string, octal?: string, letter = '') => {
    if (hex !== undefined) return String.fromCharCode(parseInt(hex, 16))
    if (octal !== undefined) return String.fromCharCode(parseInt(octal, 8))
    return LETTERS[letter] ?? letter
  })
}

const ESCAPE = /\\(?:x([\da-fA-F]{1,2})|([0-7]{1,3})|(.))/gs
const LETTERS: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }
