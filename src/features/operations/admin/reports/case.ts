import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Statement } from '#db/client.ts'
import type { User } from '#db/schema/people.ts'
import type { PostStatus } from '#db/schema/posts.ts'
import type { ReportCase as CaseRow, ReporterRecord, ReportRow } from '#db/schema/reports.ts'
import { asUserRef, type PublicColumns } from '#features/core/people/user-ref.ts'
import type { ReportCaseShape } from '#features/operations/admin/reports/shapes.ts'
import type { Language } from '#kernel/i18n.ts'

/** Maximum number of reports shown per case, oldest first. */
const REPORTS_SHOWN = 20

export type ReportCase = z.infer<typeof ReportCaseShape>

type Person<Name extends string> = { [K in keyof PublicColumns as `${Name}_${K}`]: PublicColumns[K] }

/** A case joined with its target. */
export type FullCase = CaseRow &
  Person<'subject'> & { [K in keyof Person<'decider'>]: Person<'decider'>[K] | null } & {
    subject_signature: string
    subject_role: User['role']
    post_title: string | null
    post_status: PostStatus | null
    post_deleted_at: string | null
    comment_body: string | null
    comment_post_id: number | null
    comment_deleted_at: string | null
    /** A JSON array of the first reports, oldest first. */
    reports: string
  }

/** Selects cases. `which` is a condition on `k`, optionally followed by ORDER BY and LIMIT. */
export function casesWhere(which: SQL, from: SQL = sql`report_cases k`): Statement<FullCase> {
  return sql`
    SELECT k.*, ${person('s', 'subject')}, ${person('d', 'decider')}, s.signature AS subject_signature, s.role AS subject_role,
      p.title AS post_title, p.status AS post_status, p.deleted_at AS post_deleted_at,
      c.body AS comment_body, c.post_id AS comment_post_id, c.deleted_at AS comment_deleted_at, ${firstReports} AS reports
    FROM ${from}
    CROSS JOIN users s ON s.uid = k.subject_id
    LEFT JOIN users d ON d.uid = k.decided_by
    LEFT JOIN comments c ON k.kind = 'comment' AND c.id = k.target_id
    LEFT JOIN posts p ON p.id = iif(k.kind = 'post', k.target_id, c.post_id)
    WHERE ${which}`
}

export function asCase(row: FullCase, language: Language): ReportCase {
  const { id, kind, target_id, reports_count, opened_at, decision, note, decided_at } = row
  return {
    case_id: id,
    ...{ kind, reports_count, opened_at, decision, note, decided_at },
    id: target_id,
    subject: asUserRef(subjectOf(row), language),
    excerpt: excerptOf(row),
    post_id: kind === 'post' ? target_id : row.comment_post_id,
    gone: isGone(row),
    reports: (JSON.parse(row.reports) as ReportIn[]).map((report) => asReport(report, language)),
    decided_by: deciderOf(row, language),
  }
}

/** Whether the target is already hidden from readers, so that there is nothing to remove. */
export function isGone(row: FullCase): boolean {
  switch (row.kind) {
    case 'post':
      return row.post_deleted_at !== null || row.post_status === 'locked'
    case 'comment':
      return row.comment_deleted_at !== null || row.post_deleted_at !== null
    case 'user':
      return row.subject_status !== 'active'
  }
}

function excerptOf(row: FullCase): string {
  if (row.kind === 'user') return row.subject_signature
  if (row.kind === 'post') return row.post_deleted_at === null ? (row.post_title ?? '') : ''
  return row.comment_deleted_at === null ? (row.comment_body ?? '') : ''
}

function subjectOf(row: FullCase): PublicColumns {
  const { subject_uid: uid, subject_username: username, subject_avatar_key: avatar_key } = row
  return { uid, username, avatar_key, exp: row.subject_exp, status: row.subject_status }
}

function deciderOf(row: FullCase, language: Language): ReportCase['decided_by'] {
  const { decider_uid: uid, decider_username: username, decider_avatar_key: avatar_key } = row
  const { decider_exp: exp, decider_status: status } = row
  if (uid === null || exp === null || status === null) return null
  return asUserRef({ uid, username, avatar_key, exp, status }, language)
}

type ReportIn = Pick<ReportRow, 'id' | 'reason' | 'text' | 'created_at'> & PublicColumns & ReporterRecord

function asReport({ id, reason, text, created_at, upheld, turned_down, ...user }: ReportIn, language: Language) {
  return { id, reporter: asUserRef(user, language), record: { upheld, turned_down }, reason, text, created_at }
}

const firstReports = sql`(
  SELECT json_group_array(json_object('id', r.id, 'reason', r.reason, 'text', r.text, 'created_at', r.created_at,
    'uid', u.uid, 'username', u.username, 'avatar_key', u.avatar_key, 'exp', u.exp, 'status', u.status,
    'upheld', COALESCE(w.upheld, 0), 'turned_down', COALESCE(w.turned_down, 0)))
  FROM (SELECT * FROM reports WHERE case_id = k.id ORDER BY id LIMIT ${REPORTS_SHOWN}) r
  CROSS JOIN users u ON u.uid = r.user_id LEFT JOIN reporters w ON w.user_id = r.user_id)`

function person(table: string, name: string): SQL {
  const columns = ['uid', 'username', 'avatar_key', 'exp', 'status']
  return sql.raw(columns.map((column) => `${table}.${column} AS ${name}_${column}`).join(', '))
}
