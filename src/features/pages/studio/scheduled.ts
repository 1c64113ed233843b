import { and, sql } from 'drizzle-orm'
import { type Group, group, type Statement } from '#db/client.ts'
import { behind } from '#db/conditions.ts'
import { countUpTo } from '#db/count.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { asStudioItem, type StudioItem, type StudioRow } from '#features/pages/studio/posts-list.ts'
import { reviewColumns } from '#features/publishing/posts/post.ts'
import type { Language } from '#kernel/i18n.ts'
import { type Page, type PageRequest, pageOf } from '#kernel/paging.ts'

/** A tab says "99+" above this, and counts no further. */
export const COUNTED_MAX = 99

/** The drafts of the viewer that wait for their time, the next one first. */
export function scheduledPosts(viewer: Viewer, request: PageRequest, language: Language): Group<Page<StudioItem>> {
  return group({ rows: scheduledRows(viewer, request) }, ({ rows }) =>
    pageOf(
      rows,
      request,
      (row) => [row.publish_at ?? '', row.id],
      (row) => asStudioItem(row, language),
    ),
  )
}

/** How many wait, up to one more than is counted. */
export function scheduledCount({ uid }: Viewer): Group<number> {
  return countUpTo(COUNTED_MAX, sql`post_schedules INDEXED BY post_schedules_of_author WHERE author_id = ${uid}`)
}

function scheduledRows({ uid }: Viewer, request: PageRequest): Statement<StudioRow> {
  return sql`
    SELECT ${reviewColumns}, p.lock_reason, s.publish_at
    FROM post_schedules s INDEXED BY post_schedules_of_author
      CROSS JOIN posts p ON p.id = s.post_id CROSS JOIN users u ON u.uid = p.author_id
    WHERE ${and(sql`s.author_id = ${uid}`, behind(request, sql`s.publish_at`, sql`s.post_id`, '>'))}
    ORDER BY s.publish_at, s.post_id
    LIMIT ${request.limit + 1}`
}
