import { Meter, openDb } from '#db/client.ts'
import { syncComments } from '#features/community/comments/searchable.ts'
import { syncPosts } from '#features/publishing/search/search-repair.ts'
import { localQuery } from '../site/query.ts'

/** Indexes everything that is not indexed yet. Idempotent. */
export async function makeSearchable(main: D1Database, index: D1Database): Promise<void> {
  const [db, search] = [openDb(main, new Meter()), openDb(index, new Meter())]
  const idsIn = async (table: string) => {
    const rows = await localQuery(main)<{ id: number }>(`SELECT id FROM ${table}`)
    return rows.map(({ id }) => id)
  }
  await syncPosts(db, search, await idsIn('posts'))
  await syncComments(db, search, await idsIn('comments'))
}
