import { syncComments } from '#features/community/comments/searchable.ts'
import { syncPosts } from '#features/publishing/search/search-repair.ts'
import type { DatabaseSync } from '../../../scripts/site/sqlite.ts'
import { statementsOn } from './sqlite-file.ts'

const AT_ONCE = 1_000

/** The search index as the site itself builds it, without the calls between Worker and database. */
export async function writeIndex(main: DatabaseSync, index: DatabaseSync): Promise<void> {
  const [db, search] = [statementsOn(main), statementsOn(index)]
  index.exec('BEGIN')
  for (const ids of idsIn(main, 'posts')) await syncPosts(db, search, ids)
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
