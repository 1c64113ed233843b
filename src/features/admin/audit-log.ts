import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Database } from '#db/client.ts'
import type { AuditRow } from '#db/schema/admin.ts'
import type { AuditEntryShape } from '#features/admin/shapes.ts'
import { asUserRef, type PublicColumns } from '#features/people/person.ts'
import type { Language } from '#kernel/i18n.ts'
import { type Page, type PageRequest, pageOf } from '#kernel/paging.ts'

export interface AuditQuery {
  actor?: number | undefined
  action?: string | undefined
  target_type?: AuditRow['target_type'] | undefined
  target_id?: string | undefined
}

/** Who did what to whom, when and from where. Newest first. */
export async function searchAuditLog(
  db: Database,
  query: AuditQuery,
  request: PageRequest,
  language: Language,
): Promise<Page<z.infer<typeof AuditEntryShape>>> {
  const { actor, action, target_type, target_id } = query
  const rows = await db.all(sql<AuditRow & PublicColumns>`
    SELECT a.*, u.uid, u.username, u.avatar_key, u.exp, u.status
    FROM audit_log a JOIN users u ON u.uid = a.actor_id
    WHERE TRUE
      ${actor === undefined ? sql`` : sql`AND a.actor_id = ${actor}`}
      ${action === undefined ? sql`` : sql`AND a.action = ${action}`}
      ${target_type === undefined ? sql`` : sql`AND a.target_type = ${target_type}`}
      ${target_id === undefined ? sql`` : sql`AND a.target_id = ${target_id}`}
      ${request.after === null ? sql`` : sql`AND a.id < ${request.after[1]}`}
    ORDER BY a.id DESC LIMIT ${request.limit + 1}`)
  return pageOf(
    rows,
    request,
    (row) => [row.id, row.id],
    (row) => ({
      id: row.id,
      actor: asUserRef(row, language),
      action: row.action,
      target_type: row.target_type,
      target_id: row.target_id,
      reason: row.reason,
      before: parsed(row.before),
      after: parsed(row.after),
      ip: row.ip,
      created_at: row.created_at,
    }),
  )
}

export interface PublicDeed {
  id: number
  action: string
  target_type: AuditRow['target_type']
  reason: string | null
  created_at: string
}

/** What readers see: that it was done and why, never who did it or to whom. */
export async function publicDeeds(db: Database, request: PageRequest): Promise<Page<PublicDeed>> {
  const rows = await db.all(sql<PublicDeed>`
    SELECT id, action, target_type, reason, created_at FROM audit_log
    WHERE public = 1 ${request.after === null ? sql`` : sql`AND id < ${request.after[1]}`}
    ORDER BY id DESC LIMIT ${request.limit + 1}`)
  return pageOf(
    rows,
    request,
    (row) => [row.id, row.id],
    (row) => row,
  )
}

function parsed(json: string | null): unknown {
  return json === null ? null : JSON.parse(json)
}
