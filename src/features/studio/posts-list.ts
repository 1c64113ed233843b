import { sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import type { PostRow, PostStatus } from '#db/schema/posts.ts'
import type { Viewer } from '#features/people/viewer.ts'
import { asPostCard, type CardRow, cardColumns } from '#features/posts/post.ts'
import type { PostCard } from '#features/posts/shapes.ts'
import type { Language } from '#kernel/i18n.ts'
import { type Page, type PageRequest, pageOf } from '#kernel/paging.ts'

/** A post as its author sees it in a list: with what an admin had to say about it. */
export type StudioRow = CardRow & Pick<PostRow, 'lock_reason'>

export interface StudioItem {
  card: PostCard
  rejectReason: string | null
  lockReason: string | null
}

/** All of the caller's posts, what was touched last first. */
export async function ownPosts(
  db: Database,
  viewer: Viewer,
  status: PostStatus | undefined,
  request: PageRequest,
  language: Language,
): Promise<Page<PostCard>> {
  const { items, next_cursor } = asStudioPage(await db.all(ownPostsOf(viewer, status, request)), request, language)
  return { items: items.map(({ card }) => card), next_cursor }
}

export function ownPostsOf(
  viewer: Viewer,
  status: PostStatus | undefined,
  { after, limit }: PageRequest,
): Statement<StudioRow> {
  return sql`
    SELECT ${cardColumns}, p.lock_reason FROM posts p JOIN users u ON u.uid = p.author_id
    WHERE p.author_id = ${viewer.uid} AND p.deleted_at IS NULL
      ${status === undefined ? sql`` : sql`AND p.status = ${status}`}
      ${after === null ? sql`` : sql`AND (p.updated_at, p.id) < (${after[0]}, ${after[1]})`}
    ORDER BY p.updated_at DESC, p.id DESC
    LIMIT ${limit + 1}`
}

export function asStudioPage(rows: StudioRow[], request: PageRequest, language: Language): Page<StudioItem> {
  return pageOf(
    rows,
    request,
    (row) => [row.updated_at, row.id],
    (row) => ({
      card: asPostCard(row, language),
      rejectReason: row.status === 'rejected' ? row.reject_reason : null,
      lockReason: row.lock_reason,
    }),
  )
}
