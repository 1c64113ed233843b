import { and, sql } from 'drizzle-orm'
import { type Group, group, type Statement } from '#db/client.ts'
import { behind } from '#db/conditions.ts'
import { countUpTo } from '#db/count.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { asStudioItem, type StudioItem, type StudioRow } from '#features/pages/studio/posts-list.ts'
import { COUNTED_MAX } from '#features/pages/studio/scheduled.ts'
import { reviewColumns } from '#features/publishing/posts/post.ts'
import type { Language } from '#kernel/i18n.ts'
import { type Page, type PageRequest, pageOf } from '#kernel/paging.ts'

/** The posts that the viewer deleted and may have back, the last one first. */
export function binnedPosts(viewer: Viewer, request: PageRequest, language: Language): Group<Page<StudioItem>> {
  return group({ rows: binnedRows(viewer, request) }, ({ rows }) =>
    pageOf(
      rows,
      request,
      (row) => [row.binned_at, row.id],
      (row) => ({ ...asStudioItem(row, language), deletedAt: row.binned_at }),
    ),
  )
}

/** How many there are, up to one more than is counted. */
export function binnedCount({ uid }: Viewer): Group<number> {
  return countUpTo(COUNTED_MAX, sql`post_bin INDEXED BY post_bin_of_author WHERE author_id = ${uid}`)
}

function binnedRows({ uid }: Viewer, request: PageRequest): Statement<StudioRow & { binned_at: string }> {
  return sql`
    SELECT ${reviewColumns}, p.lock_reason, NULL AS publish_at, b.deleted_at AS binned_at
    FROM post_bin b INDEXED BY post_bin_of_author
      CROSS JOIN posts p ON p.id = b.post_id CROSS JOIN users u ON u.uid = p.author_id
    WHERE ${and(sql`b.author_id = ${uid}`, behind(request, sql`b.deleted_at`, sql`b.post_id`))}
    ORDER BY b.deleted_at DESC, b.post_id DESC
    LIMIT ${request.limit + 1}`
}
