import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { syncPosts } from '#features/posts/searchable.ts'
import { recallPlace, rememberPlace } from '#features/search/place.ts'
import { unindexPost } from '#features/search/post-index.ts'

/** Bounds of one run. The next goes on where it stopped. */
const COMPARED_A_RUN = 5_000
export const MENDED_A_RUN = 1_000
const MENDED_AT_ONCE = 50

export interface Repair {
  mended: number
  /** Whether the last post was reached: the next run begins anew. */
  isThrough: boolean
}

/** Compares the index with the posts, by version, and mends what is missing, outdated or no longer public. */
export async function repairSearch(db: Database, search: Database): Promise<Repair> {
  const from = await recallPlace(search, 'posts')
  const { wrong, upTo, isLast } = await compare(db, search, from)
  const mended = wrong.slice(0, MENDED_A_RUN)
  for (let n = 0; n < mended.length; n += MENDED_AT_ONCE) await mend(db, search, mended.slice(n, n + MENDED_AT_ONCE))
  const isCut = mended.length < wrong.length
  const isThrough = isLast && !isCut
  await search.batch([rememberPlace('posts', isThrough ? 0 : isCut ? (mended.at(-1)?.id ?? from) : upTo)])
  return { mended: mended.length, isThrough }
}

/** Has every post indexed again. What is in the index stays there meanwhile. */
export async function beginReindex(search: Database): Promise<void> {
  await search.batch([sql`UPDATE post_texts SET version = 0`, rememberPlace('posts', 0)])
}

interface Wrong {
  id: number
  /** What is in the index and has to go first. A version of the future is what a restored backup leaves behind. */
  gone: number | null
}

async function compare(db: Database, search: Database, from: number) {
  const posts = await db.all(sql<{ id: number; version: number; is_public: 0 | 1 }>`
    SELECT id, version, status = 'approved' AND deleted_at IS NULL AS is_public
    FROM posts WHERE id > ${from} ORDER BY id LIMIT ${COMPARED_A_RUN}`)
  const isLast = posts.length < COMPARED_A_RUN
  const upTo = isLast ? Number.MAX_SAFE_INTEGER : (posts.at(-1)?.id ?? from)
  const indexed = await search.all(sql<{ id: number; version: number }>`
    SELECT post_id AS id, version FROM post_texts WHERE post_id > ${from} AND post_id <= ${upTo}`)
  const versions = new Map(indexed.map(({ id, version }) => [id, version]))
  const wrong: Wrong[] = []
  for (const { id, version, is_public } of posts) {
    const known = versions.get(id) ?? null
    versions.delete(id)
    if (known !== (is_public ? version : null)) {
      wrong.push({ id, gone: known !== null && (known > version || !is_public) ? known : null })
    }
  }
  for (const [id, gone] of versions) wrong.push({ id, gone })
  return { wrong: wrong.sort((a, b) => a.id - b.id), upTo, isLast }
}

async function mend(db: Database, search: Database, wrong: Wrong[]): Promise<void> {
  await search.batch(wrong.flatMap(({ id, gone }) => (gone === null ? [] : unindexPost({ id, version: gone }))))
  await syncPosts(
    db,
    search,
    wrong.map(({ id }) => id),
  )
}
