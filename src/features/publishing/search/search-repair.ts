import { sql } from 'drizzle-orm'
import type { Database, Statement, Statements } from '#db/client.ts'
import type { PostRow } from '#db/schema/publishing.ts'
import { isHidden, isPublic } from '#features/publishing/posts/post.ts'
import {
  indexHiddenPost,
  indexPost,
  type SearchablePost,
  unindexHiddenPost,
  unindexPost,
} from '#features/publishing/search/fts/post-index.ts'
import {
  COMPARED_PER_RUN,
  type Repair,
  readScan,
  saveScan,
} from '#features/publishing/search/fts/scans.ts'
import type { Tag } from '#features/publishing/tags/tags.ts'
import { textOf } from '#kernel/html/plain.ts'

/** The maximum number of entries that one run repairs. */
export const MENDED_PER_RUN = 1_000
const MENDED_PER_BATCH = 50

/**
 * For the cron: compares the versions in the index with the posts, and repairs entries that are
 * missing, outdated or no longer public. Each run continues where the run before stopped.
 */
export async function repairSearch(db: Database, search: Database): Promise<Repair> {
  const { from, reindexUpTo } = await readScan(search, 'posts')
  const { wrong, upTo, isLast } = await compare(db, search, from, reindexUpTo)
  const repaired = wrong.slice(0, MENDED_PER_RUN)
  for (let n = 0; n < repaired.length; n += MENDED_PER_BATCH) {
    const batch = repaired.slice(n, n + MENDED_PER_BATCH)
    const ids = batch.map(({ id }) => id)
    await search.batch(batch.flatMap(({ removals }) => removals))
    await syncPosts(db, search, ids)
  }
  const isCut = repaired.length < wrong.length
  const isThrough = isLast && !isCut
  await saveScan(search, 'posts', isCut ? (repaired.at(-1)?.id ?? from) : upTo, isThrough)
  return { repaired: repaired.length, isThrough }
}

/** The indexes of public and of hidden posts. Each stores the version of every post in it. */
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
  /**
   * Entries to remove first. After the restore of a backup, the index may have a newer version than
   * the post.
   */
  removals: Statement[]
}

/**
 * Compares the next posts with both indexes. Entries up to `reindexUpTo` are wrong in any case, so
 * that they are indexed again.
 */
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

/**
 * The columns of a post for the index. Only the title of a draft is indexed, so its text is not
 * read.
 */
type SearchableRow = ComparedRow &
  Pick<PostRow, 'author_id' | 'status' | 'title' | 'tags' | 'body' | 'published_at'> & {
    language: string
  }

function searchableRows(ids: number[]): Statement<SearchableRow> {
  return sql`
    SELECT p.id, p.version, p.author_id, p.status, ${isPublic} AS is_public, ${isHidden} AS is_hidden, p.title,
      iif(p.status = 'draft', '[]', p.tags) AS tags, iif(p.status = 'draft', '', p.body) AS body,
      p.language, p.published_at
    FROM json_each(${JSON.stringify(ids)}) j CROSS JOIN posts p ON p.id = j.value`
}

/** Posts in memory at a time, because posts can be long. */
const POSTS_PER_BATCH = 10

/** Updates the index entries of these posts from the main database. */
export async function syncPosts(
  db: Statements,
  search: Statements,
  ids: readonly number[],
): Promise<void> {
  for (let n = 0; n < ids.length; n += POSTS_PER_BATCH) {
    const rows = await db.all(searchableRows(ids.slice(n, n + POSTS_PER_BATCH)))
    await search.batch(rows.flatMap(statementsFor))
  }
}

function statementsFor(row: SearchableRow): Statement[] {
  return [
    ...(row.is_public ? indexPost(asSearchable(row)) : unindexPost(row)),
    ...(row.is_hidden ? indexHiddenPost(asSearchable(row)) : unindexHiddenPost(row)),
  ]
}

function asSearchable(row: SearchableRow): SearchablePost & Pick<SearchableRow, 'status'> {
  return { ...row, tags: JSON.parse(row.tags) as Tag[], text: textOf(row.body) }
}
