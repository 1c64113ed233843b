import { sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import type { ReportCase } from '#db/schema/reports.ts'

export type ReportKind = ReportCase['kind']

export interface ReportTarget {
  kind: ReportKind
  id: number
}

/**
 * The user responsible for the target. Finds nothing unless the target is public: deleted or hidden content cannot be
 * reported.
 */
export function subjectOf({ kind, id }: ReportTarget): Statement<{ uid: number }> {
  switch (kind) {
    case 'post':
      return sql`SELECT author_id AS uid FROM posts WHERE id = ${id} AND status = 'approved' AND deleted_at IS NULL`
    case 'comment':
      return sql`
        SELECT c.author_id AS uid FROM comments c JOIN posts p ON p.id = c.post_id
        WHERE c.id = ${id} AND c.deleted_at IS NULL AND p.status = 'approved' AND p.deleted_at IS NULL`
    case 'user':
      return sql`SELECT uid FROM users WHERE uid = ${id} AND status <> 'deleted'`
  }
}
