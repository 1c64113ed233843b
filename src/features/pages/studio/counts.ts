import { sql } from 'drizzle-orm'
import { type Group, group, one } from '#db/client.ts'
import type { PostStatus } from '#db/schema/posts.ts'
import type { Viewer } from '#features/core/people/viewer.ts'

export type StatusCounts = Record<PostStatus, number>

/** An author without any post has no row. */
const NO_POSTS: StatusCounts = { draft: 0, pending: 0, approved: 0, rejected: 0, locked: 0 }

/** The database counts with every change, so reading the counts costs one row, however many posts there are. */
export function countsOf({ uid }: Viewer): Group<StatusCounts> {
  const counts = sql<StatusCounts>`
    SELECT draft, pending, approved, rejected, locked FROM author_stats WHERE user_id = ${uid}`
  return group({ counts: one(counts) }, ({ counts }) => counts ?? NO_POSTS)
}
