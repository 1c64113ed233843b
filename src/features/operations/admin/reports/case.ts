import { and, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { behind, type Group, pageGroup, type Statement } from '#db/client.ts'
import type {
  ReportCase as CaseRow,
  ReportCopy,
  ReporterRecord,
  ReportRow,
} from '#db/schema/community.ts'
import type { User } from '#db/schema/core.ts'
import type { PostStatus } from '#db/schema/publishing.ts'
import { REPORT_DECISIONS, REPORT_KINDS, REPORT_REASONS } from '#db/values.ts'
import {
  asUserRef,
  imageUrl,
  type PublicColumns,
  publicColumns,
  publicJson,
  UserRefShape,
  userRefIn,
} from '#features/core/people/user-ref.ts'
import { isInBin } from '#features/publishing/posts/post.ts'
import type { Language } from '#kernel/i18n.ts'
import type { Page, PageRequest } from '#kernel/paging.ts'

/** The maximum number of reports that a case lists, oldest first. */
const REPORTS_SHOWN = 20

export const ReportKindShape = z.enum(REPORT_KINDS)
export const ReportDecisionShape = z.enum(REPORT_DECISIONS)

const ReportByShape = z.object({
  id: z.int(),
  reporter: UserRefShape,
  record: z
    .object({ upheld: z.int(), turned_down: z.int() })
    .describe('The number of earlier reports of this reporter that were upheld or turned down.'),
  reason: z.enum(REPORT_REASONS),
  text: z.string(),
  created_at: z.iso.datetime(),
})

/** A reported version of the target. Copies are deleted some time after the decision. */
const ReportCopyShape = z.object({
  id: z.int(),
  title: z.string().describe('The title of a post or the name of a user.'),
  text: z
    .string()
    .describe('The beginning of a post, the text of a comment or the signature of a user.'),
  images: z.array(z.string()),
  created_at: z.iso.datetime(),
})

/** All reports of one target up to the decision. */
export const ReportCaseShape = z
  .object({
    case_id: z.int(),
    kind: ReportKindShape,
    id: z.int().describe('The id of the post or comment, or the uid of the user.'),
    /** The author of the reported content, or the reported user. */
    subject: UserRefShape,
    /**
     * The title of a post, the text of a comment or the signature of a user, as it was first
     * reported.
     */
    excerpt: z.string(),
    present_excerpt: z
      .string()
      .nullable()
      .describe('The present text of the target. Null if the target is deleted.'),
    copies: z.array(ReportCopyShape).describe('The reported versions, oldest first.'),
    post_id: z
      .int()
      .nullable()
      .describe(
        'The id of the reported post, or of the post of the reported comment. Null for a user.',
      ),
    /**
     * Whether readers cannot see the content: the post is hidden or deleted, the comment or its
     * post is deleted, or the user is banned.
     */
    gone: z.boolean(),
    reports_count: z.int(),
    /**
     * The word of the word list that was found in a comment. The site itself reported the comment
     * because of it.
     */
    word: z.string().nullable(),
    reports: z
      .array(ReportByShape)
      .describe(
        'The oldest reports of the target. The list does not have all of them if there are many.',
      ),
    opened_at: z.iso.datetime(),
    decision: ReportDecisionShape.nullable(),
    note: z.string().nullable(),
    decided_by: UserRefShape.nullable(),
    decided_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'ReportCase' })

export type ReportCase = z.infer<typeof ReportCaseShape>

/** The row of a case joined with its target and its subject. */
export type FullCase = CaseRow & {
  subject: string
  decider: string | null
  subject_status: User['status']
  subject_signature: string
  subject_role: User['role']
  post_title: string | null
  post_status: PostStatus | null
  post_deleted_at: string | null
  post_is_in_bin: 0 | 1
  comment_body: string | null
  comment_post_id: number | null
  comment_deleted_at: string | null
  /** A JSON array of the first reports, oldest first. */
  reports: string
  /** A JSON array of the reported versions, oldest first. */
  copies: string
}

/**
 * Open cases: those with the most reports first, then the oldest ones. Closed cases: the latest
 * decision first.
 */
export function reportCases(
  status: 'open' | 'closed',
  request: PageRequest,
  language: Language,
): Group<Page<ReportCase>> {
  const isOpen = status === 'open'
  const key = sql.raw(isOpen ? 'k.turn' : 'k.decided_at')
  const direction = sql.raw(isOpen ? 'ASC' : 'DESC')
  const which = and(
    sql.raw(`k.decision IS ${isOpen ? 'NULL' : 'NOT NULL'}`),
    behind(request, key, sql`k.id`, isOpen ? '>' : '<'),
  )
  return pageGroup(
    ['reports', status],
    request,
    casesWhere(
      sql`${which} ORDER BY ${key} ${direction}, k.id ${direction} LIMIT ${request.limit + 1}`,
      sql.raw(`report_cases k INDEXED BY report_cases_${status}`),
    ),
    (row) => [isOpen ? row.turn : (row.decided_at ?? ''), row.id],
    (row) => asCase(row, language),
  )
}

/** Selects cases. `which` is a condition on `k`, optionally followed by ORDER BY and LIMIT. */
export function casesWhere(which: SQL, from: SQL = sql`report_cases k`): Statement<FullCase> {
  return sql`
    SELECT k.*, ${publicJson('s')} AS subject, ${publicJson('d')} AS decider, s.status AS subject_status,
      s.signature AS subject_signature, s.role AS subject_role,
      p.title AS post_title, p.status AS post_status, p.deleted_at AS post_deleted_at,
      ${isInBin} AS post_is_in_bin, ${copies} AS copies,
      c.body AS comment_body, c.post_id AS comment_post_id, c.deleted_at AS comment_deleted_at, ${firstReports} AS reports
    FROM ${from}
    CROSS JOIN users s ON s.uid = k.subject_id
    LEFT JOIN users d ON d.uid = k.decided_by
    LEFT JOIN comments c ON k.kind = 'comment' AND c.id = k.target_id
    LEFT JOIN posts p ON p.id = iif(k.kind = 'post', k.target_id, c.post_id)
    WHERE ${which}`
}

export function asCase(row: FullCase, language: Language): ReportCase {
  const { id, kind, target_id, reports_count, word, opened_at, decision, note, decided_at } = row
  const copies = copiesOf(row)
  return {
    case_id: id,
    kind,
    reports_count,
    word,
    opened_at,
    decision,
    note,
    decided_at,
    id: target_id,
    subject: userRefIn(row.subject, language),
    excerpt: (kind === 'post' ? copies[0]?.title : copies[0]?.text) ?? presentExcerptOf(row) ?? '',
    present_excerpt: presentExcerptOf(row),
    copies,
    post_id: kind === 'post' ? target_id : row.comment_post_id,
    gone: isGone(row),
    reports: (JSON.parse(row.reports) as ReportIn[]).map((report) => asReport(report, language)),
    decided_by: userRefIn(row.decider, language),
  }
}

/** Whether the target is hidden from readers at present. */
function isGone(row: FullCase): boolean {
  if (row.kind === 'user') return row.subject_status !== 'active'
  return (
    row.post_deleted_at !== null ||
    row.post_status !== 'approved' ||
    row.comment_deleted_at !== null
  )
}

/**
 * Whether the target can no longer become public without an admin, so that there is nothing to
 * remove.
 */
export function isRemoved(row: FullCase): boolean {
  switch (row.kind) {
    case 'post':
      return (
        row.post_status === 'locked' || (row.post_deleted_at !== null && row.post_is_in_bin === 0)
      )
    case 'comment':
      return row.comment_deleted_at !== null
    case 'user':
      return row.subject_status !== 'active'
  }
}

/** Null if the target is deleted. */
function presentExcerptOf(row: FullCase): string | null {
  if (row.kind === 'user') return row.subject_signature
  if (row.kind === 'post') return row.post_deleted_at === null ? row.post_title : null
  return row.comment_deleted_at === null ? row.comment_body : null
}

/**
 * The title of the post of a case as it was reported. Reporters must not see the present title of a
 * draft.
 */
export function reportedTitleOf(row: FullCase): string | null {
  return (row.kind === 'post' ? copiesOf(row)[0]?.title : undefined) ?? row.post_title
}

type CopyIn = Pick<ReportCopy, 'id' | 'title' | 'excerpt' | 'created_at'> & { keys: string[] }

function copiesOf(row: FullCase): ReportCase['copies'] {
  return (JSON.parse(row.copies) as CopyIn[]).map(
    ({ id, title, excerpt: text, keys, created_at }) => ({
      id,
      title,
      text,
      created_at,
      images: keys.map((key) => imageUrl(key)),
    }),
  )
}

type ReportIn = Pick<ReportRow, 'id' | 'reason' | 'text' | 'created_at'> &
  ReporterRecord & { reporter: PublicColumns }

function asReport(
  { id, reporter, reason, text, created_at, upheld, turned_down }: ReportIn,
  language: Language,
): ReportCase['reports'][number] {
  return {
    id,
    reporter: asUserRef(reporter, language),
    record: { upheld, turned_down },
    reason,
    text,
    created_at,
  }
}

const firstReports = sql`(
  SELECT json_group_array(json_object('id', r.id, 'reason', r.reason, 'text', r.text, 'created_at', r.created_at,
    'reporter', json_object(${publicColumns('u')}), 'upheld', COALESCE(w.upheld, 0), 'turned_down', COALESCE(w.turned_down, 0)))
  FROM (SELECT * FROM reports WHERE case_id = k.id ORDER BY id LIMIT ${REPORTS_SHOWN}) r
  CROSS JOIN users u ON u.uid = r.user_id LEFT JOIN reporters w ON w.user_id = r.user_id)`

const copies = sql`(
  SELECT json_group_array(json_object('id', v.id, 'title', v.title, 'excerpt', v.excerpt, 'created_at', v.created_at,
    'keys', json((SELECT json_group_array(image_key) FROM report_copy_images WHERE copy_id = v.id))))
  FROM (SELECT id, title, excerpt, created_at FROM report_copies WHERE case_id = k.id ORDER BY id) v)`
