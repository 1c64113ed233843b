import { and, sql } from 'drizzle-orm'
import * as z from 'zod'
import { behindId, equals, type Group, pageGroup, type Statement } from '#db/client.ts'
import type { AuditRow } from '#db/schema/core.ts'
import { AUDIT_TARGETS } from '#db/values.ts'
import { asUserRef, type PublicColumns, UserRefShape } from '#features/core/people/user-ref.ts'
import { idFilter } from '#features/operations/admin/frame/inputs.ts'
import { text } from '#kernel/fields.ts'
import type { Language } from '#kernel/i18n.ts'
import type { Page, PageRequest } from '#kernel/paging.ts'

export const AUDIT_FILTERS = {
  actor: idFilter,
  action: text({ min: 1, max: 50 }).optional(),
  target_type: z.enum(AUDIT_TARGETS).optional(),
  target_id: text({ min: 1, max: 50 }).optional(),
  /** The affected user. */
  subject: idFilter,
}

type AuditQuery = z.infer<z.ZodObject<typeof AUDIT_FILTERS>>

export const AuditEntryShape = z
  .object({
    id: z.int(),
    actor: UserRefShape,
    /** The affected user: the author of the post or comment, or the owner of the account. */
    subject: UserRefShape.nullable(),
    action: z.string(),
    target_type: z.enum(AUDIT_TARGETS),
    target_id: z.string(),
    reason: z.string().nullable(),
    before: z.unknown(),
    after: z.unknown(),
    ip: z.string(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'AuditEntry' })

export type AuditItem = z.infer<typeof AuditEntryShape>

interface SubjectColumns {
  subject_username: string | null
  subject_avatar_key: string | null
  subject_exp: number | null
  subject_status: PublicColumns['status'] | null
}

type Row = AuditRow & PublicColumns & SubjectColumns

/** Audit log entries, newest first. */
export function auditPage(query: AuditQuery, request: PageRequest, language: Language): Group<Page<AuditItem>> {
  return pageGroup(
    ['audit log', query.actor, query.action, query.target_type, query.target_id, query.subject],
    request,
    auditRows(query, request),
    ({ id }) => [id, id],
    (row) => asAuditItem(row, language),
  )
}

function auditRows(query: AuditQuery, request: PageRequest): Statement<Row> {
  const { actor, action, target_type, target_id, subject } = query
  const asked = and(
    sql`TRUE`,
    equals(sql`a.actor_id`, actor),
    equals(sql`a.action`, action),
    equals(sql`a.target_type`, target_type),
    equals(sql`a.target_id`, target_id),
    equals(sql`a.subject_id`, subject),
    behindId(request, sql`a.id`),
  )
  return sql`
    SELECT a.*, u.uid, u.username, u.avatar_key, u.exp, u.status,
      s.username AS subject_username, s.avatar_key AS subject_avatar_key, s.exp AS subject_exp, s.status AS subject_status
    FROM audit_log a CROSS JOIN users u ON u.uid = a.actor_id LEFT JOIN users s ON s.uid = a.subject_id
    WHERE ${asked} ORDER BY a.id DESC LIMIT ${request.limit + 1}`
}

function asAuditItem(row: Row, language: Language): AuditItem {
  const { id, action, target_type, target_id, reason, ip, created_at } = row
  return {
    ...{ id, action, target_type, target_id, reason, ip, created_at },
    actor: asUserRef(row, language),
    subject: subjectOf(row, language),
    before: parsed(row.before),
    after: parsed(row.after),
  }
}

function subjectOf(row: Row, language: Language): AuditItem['subject'] {
  const { subject_id: uid, subject_username: username, subject_avatar_key: avatar_key, subject_status: status } = row
  if (uid === null || status === null) return null
  return asUserRef({ uid, username, avatar_key, exp: row.subject_exp ?? 0, status }, language)
}

function parsed(json: string | null): unknown {
  return json === null ? null : JSON.parse(json)
}
