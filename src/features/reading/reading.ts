import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import { found, type Group, group, one } from '#db/group.ts'
import type { Viewer } from '#features/people/viewer.ts'
import { asPost, type Columns, type FullRow, fullColumns, postById } from '#features/posts/post.ts'
import type { Post } from '#features/posts/shapes.ts'
import { isPublic, mayBeSeenBy } from '#features/posts/visibility.ts'
import type { Language } from '#kernel/i18n.ts'

type ReadingRow = FullRow & { author_signature: string; author_followers: number }

const readingColumns: Columns<ReadingRow> = sql`
  ${fullColumns}, u.signature AS author_signature, u.followers_count AS author_followers`

export interface Neighbour {
  id: number
  title: string
}

/** A post as its page shows it, with what the author says of themselves. */
export interface Reading {
  post: Post & { reading_minutes: number; lock_reason: string | null }
  /** `isGone`: the account has been erased, so there is nobody to follow. */
  author: { signature: string; followers: number; isGone: boolean }
  /** The posts that the same author published right before and right after this one. */
  older: Neighbour | null
  newer: Neighbour | null
}

/** A post that this viewer may not see is `not_found`. */
export function postToRead(viewer: Viewer | null, id: number, language: Language): Group<Reading> {
  const asked = {
    row: found(postById(readingColumns, id, mayBeSeenBy(viewer))),
    older: one(neighbourOf(id, OLDER)),
    newer: one(neighbourOf(id, NEWER)),
  }
  return group(asked, ({ row, older, newer }) => {
    const { reading_minutes, lock_reason, author_signature, author_followers, author_status } = row
    return {
      post: { ...asPost(row, language), reading_minutes, lock_reason },
      author: { signature: author_signature, followers: author_followers, isGone: author_status === 'deleted' },
      older,
      newer,
    }
  })
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
