import { sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import type { PublicColumns } from '#features/core/people/user-ref.ts'
import { isPublic } from '#features/publishing/posts/visibility.ts'

export interface RecentComment extends PublicColumns {
  id: number
  post_id: number
  body: string
  post_title: string
}

/** The newest comments with text on public posts. Some of the `read` newest may be hidden, so fewer may be returned. */
export function recentComments(read: number): Statement<RecentComment> {
  return sql`
    SELECT c.id, c.post_id, c.body, p.title AS post_title, u.uid, u.username, u.avatar_key, u.exp, u.status
    FROM (
      SELECT id, post_id, author_id, body FROM comments INDEXED BY comments_live
      WHERE deleted_at IS NULL ORDER BY id DESC LIMIT ${read}
    ) c CROSS JOIN posts p ON p.id = c.post_id CROSS JOIN users u ON u.uid = c.author_id
    WHERE ${isPublic} AND c.body <> '' AND u.status = 'active'
    ORDER BY c.id DESC`
}
