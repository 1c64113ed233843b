import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import type { Viewer } from '#features/people/viewer.ts'
import { asPost, type FullRow, fullColumns } from '#features/posts/post.ts'
import type { Post } from '#features/posts/shapes.ts'
import { isPublic, mayBeSeenBy } from '#features/posts/visibility.ts'
import { AppError } from '#kernel/errors.ts'
import type { Language } from '#kernel/i18n.ts'

/** A post as its page shows it, with what the author says of themselves. */
export type ReadingRow = FullRow & { author_signature: string; author_followers: number }

export interface Neighbour {
  id: number
  title: string
}

export interface Reading {
  post: Post & { reading_minutes: number; lock_reason: string | null }
  author: { signature: string; followers: number }
  /** What the same author published right before and right after it. */
  older: Neighbour | null
  newer: Neighbour | null
}

/**
 * What the page of a post reads, for one `db.batch`: whoever adds to the page adds statements behind these.
 * `asReading` takes the rows of these three.
 */
export function readingStatements(viewer: Viewer | null, id: number) {
  return [postToRead(viewer, id), neighbourOf(id, OLDER), neighbourOf(id, NEWER)] as const
}

type Rows = readonly [ReadingRow[], Neighbour[], Neighbour[], ...unknown[]]

/** A post that this viewer may not see is not there. */
export function asReading([[row], [older], [newer]]: Rows, language: Language): Reading {
  if (!row) throw new AppError('not_found')
  const { reading_minutes, lock_reason } = row
  return {
    post: { ...asPost(row, language), reading_minutes, lock_reason },
    author: { signature: row.author_signature, followers: row.author_followers },
    older: older ?? null,
    newer: newer ?? null,
  }
}

function postToRead(viewer: Viewer | null, id: number): Statement<ReadingRow> {
  return sql`
    SELECT ${fullColumns}, u.signature AS author_signature, u.followers_count AS author_followers
    FROM posts p JOIN users u ON u.uid = p.author_id
    WHERE p.id = ${id} AND ${mayBeSeenBy(viewer)}`
}

const OLDER = { compared: sql.raw('<'), order: sql.raw('DESC') }
const NEWER = { compared: sql.raw('>'), order: sql.raw('ASC') }

function neighbourOf(id: number, { compared, order }: { compared: SQL; order: SQL }): Statement<Neighbour> {
  return sql`
    SELECT p.id, p.title
    FROM posts AS here CROSS JOIN posts p INDEXED BY posts_of_author_new ON p.author_id = here.author_id
    WHERE here.id = ${id} AND ${isPublic} AND (p.published_at, p.id) ${compared} (here.published_at, here.id)
    ORDER BY p.published_at ${order}, p.id ${order}
    LIMIT 1`
}
