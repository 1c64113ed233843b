import { sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import { isHidden, isPublic } from '#features/publishing/posts/visibility.ts'
import { unindexHiddenPost } from '#features/publishing/search/fts/hidden-post-index.ts'
import { unindexPost } from '#features/publishing/search/fts/post-index.ts'
import { readProgress, saveProgress } from '#features/publishing/search/fts/progress.ts'
import { syncPosts } from '#features/publishing/search/searchable.ts'

/** The limits of one run. The next run continues where this one stopped. */
const COMPARED_PER_RUN = 5_000
export const MENDED_PER_RUN = 1_000
const MENDED_PER_BATCH = 50

interface Repair {
  repaired: number
  /** Whether the last post was reached. The next run then starts with the first post. */
  isThrough: boolean
}

/** Compares the versions in the index with the posts, and repairs entries that are missing, outdated or no longer public. */
export async function repairSearch(db: Database, search: Database): Promise<Repair> {
  const from = await readProgress(search, 'posts')
  const reindexUpTo = await readProgress(search, 'posts anew')
  const { wrong, upTo, isLast } = await compare(db, search, from, reindexUpTo)
  const repaired = wrong.slice(0, MENDED_PER_RUN)
  for (let n = 0; n < repaired.length; n += MENDED_PER_BATCH)
    await mend(db, search, repaired.slice(n, n + MENDED_PER_BATCH))
  const isCut = repaired.length < wrong.length
  const isThrough = isLast && !isCut
  await search.batch([
    saveProgress('posts', isThrough ? 0 : isCut ? (repaired.at(-1)?.id ?? from) : upTo),
    ...(isThrough ? [saveProgress('posts anew', 0)] : []),
  ])
  return { repaired: repaired.length, isThrough }
}

/** Marks every post to be indexed again. The old entries stay searchable until then. */
export async function beginReindex(search: Database): Promise<void> {
  await search.batch([saveProgress('posts anew', Number.MAX_SAFE_INTEGER), saveProgress('posts', 0)])
}

/** Both indexes, of public and of hidden posts, store the version of each post. */
const INDEXES = [
  { versions: sql.raw('public_texts'), contains: 'is_public', unindex: unindexPost },
  { versions: sql.raw('hidden_entries'), contains: 'is_hidden', unindex: unindexHiddenPost },
] as const

interface ComparedRow {
  id: number
  version: number
  is_public: 0 | 1
  is_hidden: 0 | 1
}

interface Wrong {
  id: number
  /** Entries to remove first. After a restored backup, the index may have a newer version than the post. */
  removals: Statement[]
}

async function compare(db: Database, search: Database, from: number, reindexUpTo: number) {
  const posts = await db.all(sql<ComparedRow>`
    SELECT p.id, p.version, ${isPublic} AS is_public, ${isHidden} AS is_hidden
    FROM posts p WHERE p.id > ${from} ORDER BY p.id LIMIT ${COMPARED_PER_RUN}`)
  const isLast = posts.length < COMPARED_PER_RUN
  const upTo = isLast ? Number.MAX_SAFE_INTEGER : (posts.at(-1)?.id ?? from)
  const indexed = await search.batch(
    INDEXES.map(
      ({ versions }) => sql<{ id: number; version: number }>`
        SELECT post_id AS id, version FROM ${versions} WHERE post_id > ${from} AND post_id <= ${upTo}`,
    ),
  )
  const wrong = new Map<number, Wrong>()
  for (const [n, { contains, unindex }] of INDEXES.entries()) {
    const versions = new Map(indexed[n]?.map(({ id, version }) => [id, version]))
    const note = (id: number, known: number | null) => {
      const removals = known === null ? [] : unindex({ id, version: known })
      wrong.set(id, { id, removals: [...(wrong.get(id)?.removals ?? []), ...removals] })
    }
    for (const { id, version, [contains]: isIndexed } of posts) {
      const known = versions.get(id) ?? null
      versions.delete(id)
      const isRight = known === (isIndexed ? version : null)
      if (known !== null && id <= reindexUpTo) note(id, known)
      else if (!isRight) note(id, known !== null && known <= version && isIndexed ? null : known)
    }
    for (const [id, known] of versions) note(id, known)
  }
  return { wrong: [...wrong.values()].sort((a, b) => a.id - b.id), upTo, isLast }
}

async function mend(db: Database, search: Database, wrong: Wrong[]): Promise<void> {
  await search.batch(wrong.flatMap(({ removals }) => removals))
  await syncPosts(
    db,
    search,
    wrong.map(({ id }) => id),
  )
}
