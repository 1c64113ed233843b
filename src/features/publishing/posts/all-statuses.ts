import { and, sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import { behind, equals } from '#db/conditions.ts'
import { POST_STATUSES } from '#db/values.ts'
import type { PageRequest } from '#kernel/paging.ts'

/**
 * The ids of posts of every status, of all authors or of one, the last changed first. The indexes are ordered within each
 * status, so the query merges one range per status.
 */
export function idsOfAllStatuses(author: number | undefined, request: PageRequest): Statement {
  const index = sql.raw(author === undefined ? 'posts_by_status' : 'posts_in_studio_by_status')
  const ofStatus = POST_STATUSES.map(
    (status) => sql`
      SELECT updated_at, id FROM posts INDEXED BY ${index}
      WHERE ${and(
        equals(sql`author_id`, author),
        sql`status = ${status} AND deleted_at IS NULL`,
        behind(request, sql`updated_at`, sql`id`),
      )}`,
  )
  return sql`${sql.join(ofStatus, sql` UNION ALL `)} ORDER BY updated_at DESC, id DESC LIMIT ${request.limit + 1}`
}
