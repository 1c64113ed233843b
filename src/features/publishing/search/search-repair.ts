import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import type { PostStatus } from '#db/schema/publishing.ts'
import { isHidden, isPublic } from '#features/publishing/posts/post.ts'
import { outdateEntries, removeEntries } from '#features/publishing/search/fts/post-index.ts'
import {
  COMPARED_PER_RUN,
  type Repair,
  readScan,
  saveScan,
} from '#features/publishing/search/fts/scans.ts'
import { enqueue, indexChanges, type Run } from '#features/publishing/search/queue.ts'

/** The maximum number of entries that one call repairs. */
export const MENDED_PER_RUN = 1_000

/**
 * Compares the index with the posts. The posts of entries that are missing, outdated or no longer
 * public go into the queue, and a run indexes them. Each call continues where the call before
 * stopped. `indexed` also counts the posts that were in the queue before.
 */
export async function repairSearch(
  db: Database,
  search: Database,
  now: Date,
  run: Run,
): Promise<Repair & { indexed: number }> {
  const { from, reindexUpTo } = await readScan(search, 'posts')
  const { wrong, upTo, isLast } = await compare(db, search, from, reindexUpTo)
  const repaired = wrong.slice(0, MENDED_PER_RUN)
  const ids = repaired.flatMap(({ id, hasPost }) => (hasPost ? [id] : []))
  const orphans = repaired.flatMap(({ id, hasPost }) => (hasPost ? [] : [id]))
  // Outdated entries stay searchable until the run replaces them.
  await search.batch([...removeEntries(orphans), ...outdateEntries(ids)])
  await db.batch([enqueue(ids)])
  const indexed = await indexChanges(db, search, now, run)
  const isCut = repaired.length < wrong.length
  const isThrough = isLast && !isCut
  await saveScan(search, 'posts', isCut ? (repaired.at(-1)?.id ?? from) : upTo, isThrough)
  return { repaired: repaired.length, indexed, isThrough }
}

interface Compared {
  id: number
  version: number
  status: PostStatus
  is_public: 0 | 1
  is_hidden: 0 | 1
  is_waiting: 0 | 1
}

interface Entry {
  id: number
  version: number
  status: PostStatus
}

interface Wrong {
  id: number
  /** False after the restore of a backup, if the post was written later. */
  hasPost: boolean
}

/**
 * Compares the next posts with both indexes. Entries up to `reindexUpTo` are wrong in any case, so
 * that they are indexed again. Posts in the queue are left out.
 */
async function compare(db: Database, search: Database, from: number, reindexUpTo: number) {
  const posts = await db.all(sql<Compared>`
    SELECT p.id, p.version, p.status, ${isPublic} AS is_public, ${isHidden} AS is_hidden,
      EXISTS (SELECT 1 FROM search_queue q WHERE q.post_id = p.id AND q.problem IS NULL) AS is_waiting
    FROM posts p WHERE p.id > ${from} ORDER BY p.id LIMIT ${COMPARED_PER_RUN}`)
  const isLast = posts.length < COMPARED_PER_RUN
  const upTo = isLast ? Number.MAX_SAFE_INTEGER : (posts.at(-1)?.id ?? from)
  const range = sql`post_id > ${from} AND post_id <= ${upTo}`
  const [inPublic, inHidden] = await search.batch([
    sql<Entry>`SELECT post_id AS id, version, 'approved' AS status FROM public_texts WHERE ${range}`,
    sql<Entry>`SELECT post_id AS id, version, status FROM hidden_entries WHERE ${range}`,
  ])
  const [published, hidden] = [entriesById(inPublic), entriesById(inHidden)]
  const wrong: Wrong[] = []
  for (const post of posts) {
    const entries = [published.get(post.id), hidden.get(post.id)] as const
    published.delete(post.id)
    hidden.delete(post.id)
    const isReindexed = post.id <= reindexUpTo && entries.some(Boolean)
    if (isReindexed || (!post.is_waiting && !isRight(post, ...entries)))
      wrong.push({ id: post.id, hasPost: true })
  }
  for (const id of new Set([...published.keys(), ...hidden.keys()]))
    wrong.push({ id, hasPost: false })
  return { wrong: wrong.sort((a, b) => a.id - b.id), upTo, isLast }
}

const entriesById = (entries: readonly Entry[]) =>
  new Map(entries.map((entry) => [entry.id, entry]))

/** After the restore of a backup, an entry may be newer than its post. */
function isRight(post: Compared, published: Entry | undefined, hidden: Entry | undefined): boolean {
  if (Boolean(published) !== (post.is_public === 1)) return false
  if (Boolean(hidden) !== (post.is_hidden === 1)) return false
  const entry = published ?? hidden
  if (!entry) return true
  // Of a draft, only the title is indexed, so other changes leave the version of its entry.
  return post.status === 'draft'
    ? entry.status === 'draft' && entry.version <= post.version
    : entry.status === post.status && entry.version === post.version
}
