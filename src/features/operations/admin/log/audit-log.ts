import { and, sql } from 'drizzle-orm'
import * as z from 'zod'
import {
  behindId,
  type Database,
  equals,
  type Group,
  pageGroup,
  type Statement,
} from '#db/client.ts'
import type { AuditRow } from '#db/schema/core.ts'
import { AUDIT_TARGETS } from '#db/values.ts'
import { REFERENCES } from '#features/core/people/nameless.ts'
import { publicJson, UserRefShape, userRefIn } from '#features/core/people/user-ref.ts'
import { idFilter } from '#features/operations/admin/frame/inputs.ts'
import { text } from '#kernel/fields.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'
import { cursorBy, type Page, type PageRequest, pageOf } from '#kernel/paging.ts'

export const AUDIT_FILTERS = {
  actor: idFilter,
  action: text({ min: 1, max: 50 }).optional(),
  target_type: z.enum(AUDIT_TARGETS).optional(),
  target_id: text({ min: 1, max: 50 }).optional(),
  /** The uid of the affected user. */
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

type Row = AuditRow & { actor: string; subject: string | null }

/** The entries of the audit log, newest first. */
export function auditPage(
  query: AuditQuery,
  request: PageRequest,
  language: Language,
): Group<Page<AuditItem>> {
  return pageGroup(
    ['audit log', query.actor, query.action, query.target_type, query.target_id, query.subject],
    request,
    auditRows(query, request),
    cursorBy('id', 'id'),
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
    SELECT a.*, ${publicJson('u')} AS actor, ${publicJson('s')} AS subject
    FROM audit_log a CROSS JOIN users u ON u.uid = a.actor_id LEFT JOIN users s ON s.uid = a.subject_id
    WHERE ${asked} ORDER BY a.id DESC LIMIT ${request.limit + 1}`
}

function asAuditItem(row: Row, language: Language): AuditItem {
  const { id, action, target_type, target_id, reason, ip, created_at } = row
  return {
    id,
    action,
    target_type,
    target_id,
    reason,
    ip,
    created_at,
    actor: userRefIn(row.actor, language),
    subject: userRefIn(row.subject, language),
    before: parsed(row.before),
    after: parsed(row.after),
  }
}

function parsed(json: string | null): unknown {
  return json === null ? null : JSON.parse(json)
}

/** An entry of the public log, without the admin who acted and without the affected user. */
export interface PublicEntry extends Pick<AuditRow, 'id' | 'action' | 'created_at'> {
  /** The changed setting as `name:on` or `name:off`, or the new status of a user. */
  detail: string | null
  /** The reason without anything that identifies a person. */
  reason: string | null
}

type PublicRow = Pick<
  AuditRow,
  'id' | 'action' | 'target_type' | 'target_id' | 'after' | 'reason' | 'created_at'
>

/** The entries of the audit log that everyone may read, newest first. */
export async function publicEntries(
  db: Database,
  request: PageRequest,
  language: Language,
): Promise<Page<PublicEntry>> {
  const rows = await db.all(sql<PublicRow>`
    SELECT a.id, a.action, a.target_type, a.target_id, a.after, iif(${isNameless}, a.reason, NULL) AS reason, a.created_at
    FROM audit_log a
    WHERE ${and(sql`a.public = 1`, behindId(request, sql`a.id`))}
    ORDER BY a.id DESC LIMIT ${request.limit + 1}`)
  return pageOf(
    ['moderation'],
    rows,
    request,
    cursorBy('id', 'id'),
    ({ id, action, created_at, ...row }) => ({
      id,
      action,
      created_at,
      detail: detailOf(row),
      reason: row.reason && redacted(row.reason, language),
    }),
  )
}

function detailOf({
  target_type,
  target_id,
  after,
}: Pick<PublicRow, 'target_type' | 'target_id' | 'after'>): string | null {
  const changed =
    after === null
      ? {}
      : (JSON.parse(after) as { status?: string; silenced?: boolean; value?: boolean })
  if (target_type === 'site_setting') return `${target_id}:${changed.value === true ? 'on' : 'off'}`
  if (changed.silenced !== undefined) return changed.silenced ? 'silenced' : 'unsilenced'
  return target_type === 'user' ? (changed.status ?? null) : null
}

/**
 * Earlier versions stored names in reasons. The job `replaceOldNames` replaces them, from the
 * newest entry to the oldest; reasons that it has not reached yet are not shown.
 */
const isNameless = sql`
  a.id >= COALESCE((SELECT CAST(value AS INTEGER) FROM site_state WHERE key = 'nameless.audit_log'), 0)`

/**
 * Replaces everything in a reason that identifies a person: references, e-mail addresses, links,
 * mentions and long numbers. The reason itself is stored without names.
 */
function redacted(reason: string, language: Language): string {
  const { email, link, person, number } = placeholders[language]
  return reason
    .replace(REFERENCES, person)
    .replace(/(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.-]+/g, email)
    .replace(/https?:\/\/\S+|www\.\S+/gi, link)
    .replace(/@[\p{L}\p{N}_-]{2,}/gu, person)
    .replace(/\d{5,}/g, number)
}

const placeholders = bilingual({
  email: ['〔邮箱〕', '[e-mail]'],
  link: ['〔链接〕', '[link]'],
  person: ['〔用户〕', '[user]'],
  number: ['〔编号〕', '[number]'],
})
