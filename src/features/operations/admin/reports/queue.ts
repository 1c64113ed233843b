import { type SQL, sql } from 'drizzle-orm'
import type { Compute } from '#compute/client.ts'
import { type Database, type Group, group, one } from '#db/client.ts'
import type { ReportCopy } from '#db/schema/community.ts'
import {
  asComment,
  type Comment,
  commentsWhere,
  type FullComment,
} from '#features/community/comments/comment.ts'
import {
  type CopiedComment,
  type CopiedProfile,
  commentParts,
  digestOf,
  partsIn,
  profileParts,
  type ReportKind,
} from '#features/community/reports/report.ts'
import { asUserRef, type PublicColumns, type UserRef } from '#features/core/people/user-ref.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import {
  openDecisions,
  QUEUE_SHOWN,
  type Waiting,
} from '#features/operations/admin/frame/waiting.ts'
import {
  asCase,
  casesWhere,
  type FullCase,
  isRemoved,
  type ReportCase,
  reportCases,
} from '#features/operations/admin/reports/case.ts'
import { openHiding } from '#features/operations/hiding/hide.ts'
import { type Note, notesAbout } from '#features/operations/notes/notes.ts'
import type { RawContent } from '#features/publishing/posts/content.ts'
import { rawContentOf } from '#features/publishing/posts/create.ts'
import {
  ANY_ADMIN,
  asPost,
  type FullRow,
  fullColumns,
  type Post,
  postById,
} from '#features/publishing/posts/post.ts'
import {
  changesBetween,
  comparedOf,
  type FieldChanges,
} from '#features/publishing/revisions/revisions.ts'
import { summaryOf } from '#kernel/html/plain.ts'
import type { Language } from '#kernel/i18n.ts'
import { SUMMARY_MAX } from '#kernel/post-limits.ts'
import { diffWords } from '#kernel/text/diff.ts'

export interface ReportQueue {
  waiting: Waiting
  /** The first cases of the queue, those with the most reports first. */
  cases: ReportCase[]
  /** Null if the queue is empty or does not contain the requested case. */
  current: OpenCase | null
  /**
   * Whether the requested case is not open. Showing another case instead could cause a wrong
   * decision.
   */
  isNotInQueue: boolean
}

export interface OpenCase extends Comparison, Pick<ContentRows, 'posts' | 'comments'> {
  report: ReportCase
  /** The comment that the reported comment answers. */
  answered: Comment | null
  role: FullCase['subject_role']
  status: FullCase['subject_status']
  postStatus: FullCase['post_status']
  /** Whether the target cannot become public again without an admin. */
  isRemoved: boolean
  /** Whether all posts and comments of the subject are hidden already, or being restored. */
  isHidden: boolean
  /** The title of the reported post or of the commented one. Null if the post is deleted. */
  postTitle: string | null
  /** Notes about the subject. Empty if the viewer may not read them. */
  notes: Note[]
}

interface Wanted {
  case?: number | undefined
  /** The id of the reported version to show. */
  copy?: number | undefined
}

/** The queue with the requested case, or by default with the first one, in one round trip. */
export async function openReports(
  db: Database,
  compute: Compute,
  viewer: Viewer,
  wanted: Wanted,
  language: Language,
): Promise<ReportQueue> {
  const { case: asked, copy } = wanted
  const id =
    asked === undefined
      ? sql`(SELECT id FROM report_cases INDEXED BY report_cases_open WHERE decision IS NULL ORDER BY turn, id LIMIT 1)`
      : sql`(SELECT id FROM report_cases WHERE id = ${asked} AND decision IS NULL)`
  const subject = sql`(SELECT subject_id FROM report_cases WHERE id = ${id})`
  const { waiting, cases, row, rows, hiding, notes } = await db.read({
    waiting: openDecisions,
    cases: reportCases('open', { limit: QUEUE_SHOWN, after: null }, language),
    row: one(casesWhere(sql`k.id = ${id}`)),
    rows: contentRowsOf(id, copy),
    hiding: one(openHiding(subject)),
    notes: notesAbout(viewer, subject, language, NOTES_SHOWN),
  })
  const current = row && {
    ...(await openCase(compute, row, rows, language)),
    isHidden: hiding !== null,
    notes,
  }
  return {
    waiting,
    cases: cases.items,
    current,
    isNotInQueue: asked !== undefined && current === null,
  }
}

async function openCase(
  compute: Compute,
  row: FullCase,
  rows: ContentRows,
  language: Language,
): Promise<Omit<OpenCase, 'isHidden' | 'notes'>> {
  const { answered, posts, comments } = rows
  return {
    ...(await compared(compute, row, rows, language)),
    report: asCase(row, language),
    answered: answered && shownComment(answered, language),
    posts,
    comments,
    role: row.subject_role,
    status: row.subject_status,
    postStatus: row.post_status,
    isRemoved: isRemoved(row),
    postTitle: row.post_deleted_at === null ? row.post_title : null,
  }
}

const NOTES_SHOWN = 3

/** The number of recent posts and of recent comments that are shown for a reported user. */
const SHOWN = 5

/** The content of a target in one version. Exactly one field is not null. */
export interface ShownContent {
  post: (Post & Pick<FullRow, 'reading_minutes' | 'share_key'>) | null
  comment: Comment | null
  person: { user: UserRef; signature: string } | null
}

/** The rows that show the content of a case. */
interface ContentRows {
  copy: ReportCopy | null
  post: FullRow | null
  comment: FullComment | null
  /** The comment that the reported one answers. */
  answered: FullComment | null
  /** The recent posts of a reported user. */
  posts: { id: number; title: string }[]
  /** The recent comments of a reported user. */
  comments: { id: number; post_id: number; body: string }[]
}

/**
 * `id` is an SQL expression for the id of a case. `copy` is the id of the wanted version. Without
 * it, or if the case has no such version, the first one is read.
 */
function contentRowsOf(id: SQL, copy: number | undefined): Group<ContentRows> {
  const target = (kind: ReportKind) =>
    sql`(SELECT target_id FROM report_cases WHERE id = ${id} AND kind = ${kind})`
  return group(
    {
      copy: one(sql<ReportCopy>`
        SELECT * FROM report_copies WHERE id = (
          SELECT id FROM report_copies WHERE case_id = ${id} ORDER BY id = ${copy ?? 0} DESC, id LIMIT 1)`),
      post: one(postById(fullColumns, target('post'))),
      comment: one(commentsWhere(sql`c.id = ${target('comment')}`)),
      answered: one(
        commentsWhere(sql`
          c.id = (SELECT reply_to_id FROM comments WHERE id = ${target('comment')}) AND c.deleted_at IS NULL`),
      ),
      posts: sql<{ id: number; title: string }>`
        SELECT id, title FROM posts INDEXED BY posts_of_author_new
        WHERE author_id = ${target('user')} AND status = 'approved' AND deleted_at IS NULL
        ORDER BY listed_at DESC, id DESC LIMIT ${SHOWN}`,
      comments: sql<{ id: number; post_id: number; body: string }>`
        SELECT id, post_id, body FROM comments INDEXED BY comments_live_of_author
        WHERE author_id = ${target('user')} AND deleted_at IS NULL ORDER BY id DESC LIMIT ${SHOWN}`,
    },
    (rows) => rows,
  )
}

function compared(
  compute: Compute,
  row: FullCase,
  rows: ContentRows,
  language: Language,
): Promise<Comparison> {
  const { copy, post, comment } = rows
  if (post !== null) {
    return compare<RawContent>({
      copy,
      parts: post.deleted_at === null ? rawContentOf(post) : null,
      show: (parts) => ({ ...NOTHING, post: shownPost(post, parts, language) }),
      changes: (before, after) => changesBetween(compute, comparedOf(before), comparedOf(after)),
    })
  }
  if (comment !== null) {
    return compare<CopiedComment>({
      copy,
      parts: comment.deleted_at === null ? commentParts(comment) : null,
      show: (parts) => ({
        ...NOTHING,
        comment: shownComment({ ...comment, ...parts, deleted_at: null }, language),
      }),
      // Inline: a comment has at most 1,000 characters, and their difference takes at most 9 ms.
      changes: (before, after) => [{ field: 'body', changes: diffWords(before.body, after.body) }],
    })
  }
  const subject: PublicColumns = JSON.parse(row.subject)
  return compare<CopiedProfile>({
    copy,
    parts: profileParts({ ...subject, signature: row.subject_signature }),
    show: ({ username, avatar_key, signature }) => {
      return {
        ...NOTHING,
        person: { user: asUserRef({ ...subject, username, avatar_key }, language), signature },
      }
    },
    changes: () => null,
  })
}

function shownComment(row: FullComment, language: Language): Comment {
  return asComment(row, null, language)
}

const NOTHING: ShownContent = { post: null, comment: null, person: null }

/** The reported version beside the present one. */
interface Comparison {
  /** The present version if no copy is stored. */
  reported: ShownContent | null
  copy: ReportCopy | null
  /** Null if the content is deleted. */
  present: ShownContent | null
  isChanged: boolean
  /** The changes per field. Null if nothing has changed, and for a profile. */
  changes: FieldChanges[] | null
}

interface Comparing<Parts> {
  copy: ReportCopy | null
  /** The present content. Null if it is deleted. */
  parts: Parts | null
  show: (parts: Parts) => ShownContent
  changes: (before: Parts, after: Parts) => FieldChanges[] | null | Promise<FieldChanges[]>
}

async function compare<Parts extends RawContent | CopiedComment | CopiedProfile>(
  comparing: Comparing<Parts>,
): Promise<Comparison> {
  const { copy, parts, show, changes } = comparing
  const present = parts && show(parts)
  if (copy === null) return { reported: present, copy, present, isChanged: false, changes: null }
  const before = await partsIn<Parts>(copy)
  const isChanged = parts !== null && (await digestOf(parts)) !== copy.digest
  return {
    reported: show(before),
    copy,
    present,
    isChanged,
    changes: isChanged ? await changes(before, parts) : null,
  }
}

function shownPost(row: FullRow, parts: RawContent, language: Language): ShownContent['post'] {
  const { title, body, coverUrl: cover_url, canonicalUrl: canonical_url = null } = parts
  const summary = parts.summary ?? summaryOf(body, SUMMARY_MAX)
  const post = asPost(
    { ...row, title, body, cover_url, canonical_url, summary, tags: JSON.stringify(parts.tags) },
    ANY_ADMIN,
    language,
  )
  return { ...post, reading_minutes: row.reading_minutes, share_key: row.share_key }
}
