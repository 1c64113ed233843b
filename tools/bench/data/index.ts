import { existsSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'
import type { Statement, Statements } from '#db/client.ts'
import { syncComments } from '#features/community/comments/searchable.ts'
import { countDays } from '#features/core/site/days.ts'
import { checkAll } from '#features/operations/admin/overview/invariants.ts'
import { rank, sumWhere } from '#features/publishing/lists/hot-rank.ts'
import { ALL_AT_ONCE, enqueue, indexChanges } from '#features/publishing/search/queue.ts'
import { Failure } from '../../../scripts/bootstrap/failure.mjs'
import { showProgress } from '../../../scripts/bootstrap/progress.mjs'
import { fingerprint } from '../../../scripts/build/fingerprint.ts'
import { readWorkerConfig } from '../../../scripts/build/worker.ts'
import { openDataFolder } from '../../../scripts/site/data-folder.ts'
import { migrate } from '../../../scripts/site/migrate.ts'
import { DatabaseSync, databaseFile } from '../../../scripts/site/sqlite.ts'
import { openStorageRuntime } from '../../../scripts/site/storage.ts'
import { writeRows } from './rows.ts'

/**
 * The data folder of a site with `size` posts. It is created once for these migrations and this
 * code, then reused.
 */
export async function dataSet(size: number, under: string): Promise<string> {
  const version = await fingerprint([
    'migrations',
    'tools/bench/data',
    'src/features/publishing/search',
  ])
  const folder = join(under, `${size}-posts-${version.slice(0, 8)}`)
  if (existsSync(join(folder, 'whole'))) return folder
  const aside = `${folder}-${process.pid}`
  try {
    await showProgress(`Creating a site of ${size.toLocaleString('en')} posts`, () =>
      make(size, aside),
    )
    await writeFile(join(aside, 'whole'), '')
    await rename(aside, folder)
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
  return folder
}

async function make(size: number, folder: string): Promise<void> {
  await migrateEmpty(folder)
  const [main, index] = [
    openWithoutDurability(await databaseFile(folder)),
    openWithoutDurability(await databaseFile(folder, 'public_texts')),
  ]
  const [db, now] = [statementsOn(main), new Date()]
  main.exec('BEGIN')
  writeRows(main, size, now)
  // The cron does this for a few rows at a time; here it is done for all rows.
  await db.batch([rank(sql`SELECT id FROM posts`), sumWhere(sql`TRUE`)])
  for (let counted = 0; counted <= COMMENTS_PER_POST * size; counted += COUNTED_PER_RUN)
    await countDays(db)
  main.exec('COMMIT')
  await writeIndex(main, index)
  const { ok, failures } = await checkAll(db, now)
  main.close()
  index.close()
  if (!ok)
    throw new Failure(
      `the data set of the bench breaks the site's own rules: ${JSON.stringify(failures)}`,
    )
}

const COMMENTS_PER_POST = 4
const COUNTED_PER_RUN = 100_000

async function migrateEmpty(folder: string): Promise<void> {
  const data = await openDataFolder(folder)
  const site = await openStorageRuntime({ data, onLog: () => {} })
  try {
    const storage = site.storage
    const { databases } = await readWorkerConfig()
    for (const { binding, migrations } of databases)
      await migrate(storage[binding as 'DB' | 'SEARCH'], migrations)
  } finally {
    await site.stop()
  }
}

const AT_ONCE = 1_000

/**
 * Fills the search index with the functions of the site, without the calls between Worker and
 * database.
 */
async function writeIndex(main: DatabaseSync, index: DatabaseSync): Promise<void> {
  const [db, search] = [statementsOn(main), statementsOn(index)]
  index.exec('BEGIN')
  // In the order of the ids, because FTS5 writes a segment whenever an id is lower than the one
  // before.
  main.exec('DELETE FROM search_queue')
  for (const ids of idsIn(main, 'posts')) {
    await db.batch([enqueue(ids)])
    await indexChanges(db, search, new Date(), ALL_AT_ONCE)
  }
  for (const ids of idsIn(main, 'comments')) await syncComments(db, search, ids)
  index.exec('COMMIT')
}

function* idsIn(main: DatabaseSync, table: string): Generator<number[]> {
  const some = main.prepare(`SELECT id FROM ${table} WHERE id > ? ORDER BY id LIMIT ${AT_ONCE}`)
  for (let last = 0; ; ) {
    const ids = some.all(last).map((row) => Number(row.id))
    if (ids.length === 0) return
    yield ids
    last = ids.at(-1) ?? last
  }
}

/** For the insertion of millions of rows. A file that was interrupted is discarded. */
export function openWithoutDurability(path: string): DatabaseSync {
  const file = new DatabaseSync(path, { enableForeignKeyConstraints: false })
  file.exec(
    'PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -1000000; PRAGMA temp_store = MEMORY',
  )
  return file
}

/**
 * The interface of the database for the domain functions, so that the site's own code fills the
 * index and checks the figures.
 */
function statementsOn(file: DatabaseSync): Statements {
  const prepared = new Map<string, ReturnType<DatabaseSync['prepare']>>()
  const rowsOf = <Row>(statement: Statement<Row>): Row[] => {
    const { sql, params } = dialect.sqlToQuery(statement)
    const ready = prepared.get(sql) ?? file.prepare(sql)
    prepared.set(sql, ready)
    return ready.all(...(params as (string | number | null)[])) as Row[]
  }
  return {
    all: async (statement) => rowsOf(statement),
    first: async (statement) => rowsOf(statement)[0] ?? null,
    batch: async (statements) => statements.map(rowsOf) as never,
  }
}

const dialect = new SQLiteSyncDialect()
