import { and, type SQL, sql } from 'drizzle-orm'
import {
  behind,
  countUpTo,
  type Database,
  type Group,
  group,
  one,
  pageGroup,
  type Statement,
} from '#db/client.ts'
import type { PostRow, PostStatus } from '#db/schema/publishing.ts'
import { POST_STATUSES } from '#db/values.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { type QuotaState, quotasToShow, quotasToShowByUid } from '#features/core/storage/quotas.ts'
import {
  type Overview,
  overviewByUid,
  type Trends,
  trendsOf,
} from '#features/pages/studio/analytics/figures.ts'
import {
  type AuthorRules,
  authorRules,
  authorRulesByUid,
} from '#features/publishing/content-rules/needs-review.ts'
import {
  asPostCard,
  binnedSince,
  type ReviewRow,
  reviewColumns,
  type Scheduled,
  type StudioCard,
  scheduleColumns,
} from '#features/publishing/posts/post.ts'
import { idsOfAllStatuses } from '#features/publishing/posts/states.ts'
import type { Language } from '#kernel/i18n.ts'
import { cursorBy, type Page, type PageRequest } from '#kernel/paging.ts'

/** The lists of the studio: one for each status, one for scheduled posts, and the bin. */
export const STUDIO_LISTS = [...POST_STATUSES, 'scheduled', 'deleted'] as const
export type StudioList = PostStatus | 'scheduled' | 'deleted'

/** A list of the viewer's posts, for the API. */
export async function ownPosts(
  db: Database,
  viewer: Viewer,
  list: StudioList | undefined,
  request: PageRequest,
  language: Language,
  now: Date,
): Promise<Page<StudioCard>> {
  const { items, next_cursor } = await db.read(postsIn(list, viewer, request, language, now))
  return { items: items.map(({ reject_reason, lock_reason, ...card }) => card), next_cursor }
}

/** One list of the viewer's posts, or all posts if `list` is undefined. */
function postsIn(
  list: StudioList | undefined,
  viewer: Viewer,
  request: PageRequest,
  language: Language,
  now: Date,
): Group<Page<StudioItem>> {
  return pageGroup(
    ['own posts', list],
    request,
    rowsOf(list, viewer, request, now),
    cursorBy('sort_key', 'id'),
    (row) => asStudioItem(row, viewer, language),
  )
}

/** A post in its author's list, with the reasons that admins gave. */
type StudioRow = ReviewRow &
  Pick<PostRow, 'lock_reason'> &
  Scheduled & { sort_key: string; binned_at: string | null }

/** A post in its author's lists. Its fields are those of the API and the reasons of admins. */
export interface StudioItem extends StudioCard {
  /** A draft has the reason of an earlier rejection until it is submitted again. */
  reject_reason: string | null
  lock_reason: string | null
}

function asStudioItem(row: StudioRow, viewer: Viewer, language: Language): StudioItem {
  const { publish_at, planned_at, publishes_at, reject_reason, lock_reason } = row
  const times = {
    publish_at,
    planned_at,
    review_passed: row.review_passed === 1,
    publishes_at,
    deleted_at: row.binned_at,
  }
  return { ...asPostCard(row, viewer, language), ...times, reject_reason, lock_reason }
}

function rowsOf(
  list: StudioList | undefined,
  { uid }: Viewer,
  request: PageRequest,
  now: Date,
): Statement<StudioRow> {
  if (list === undefined) return ownRows(uid, request)
  if (list === 'scheduled') return scheduledRows(uid, request)
  return list === 'deleted' ? binnedRows(uid, request, now) : rowsWithStatus(uid, list, request)
}

/** All posts that are not in the bin, the last changed first. */
function ownRows(uid: number, request: PageRequest): Statement<StudioRow> {
  return sql`
    SELECT ${reviewColumns}, p.lock_reason, ${scheduleColumns}, t.updated_at AS sort_key, NULL AS binned_at
    FROM (${idsOfAllStatuses(uid, request)}) t CROSS JOIN posts p ON p.id = t.id CROSS JOIN users u ON u.uid = p.author_id
    ORDER BY t.updated_at DESC, t.id DESC`
}

function rowsWithStatus(
  uid: number | Statement,
  status: PostStatus,
  request: PageRequest,
): Statement<StudioRow> {
  const isOwn = sql`p.author_id = ${uid} AND p.status = ${status} AND p.deleted_at IS NULL`
  return sql`
    SELECT ${reviewColumns}, p.lock_reason, ${scheduleColumns}, p.updated_at AS sort_key, NULL AS binned_at
    FROM posts p INDEXED BY posts_in_studio_by_status CROSS JOIN users u ON u.uid = p.author_id
    WHERE ${and(isOwn, behind(request, sql`p.updated_at`, sql`p.id`))}
    ORDER BY p.updated_at DESC, p.id DESC
    LIMIT ${request.limit + 1}`
}

/** Scheduled drafts, and posts in review with a time, the next one first. */
function scheduledRows(uid: number, request: PageRequest): Statement<StudioRow> {
  const ofTable = (table: SQL, isLive?: SQL) => sql`
    SELECT publish_at, post_id FROM ${table}
    WHERE ${and(sql`author_id = ${uid}`, isLive, behind(request, sql`publish_at`, sql`post_id`, '>'))}`
  return sql`
    SELECT ${reviewColumns}, p.lock_reason, ${scheduleColumns}, s.publish_at AS sort_key, NULL AS binned_at
    FROM (
      ${ofTable(sql`post_schedules INDEXED BY post_schedules_of_author`)}
      UNION ALL ${ofTable(sql`post_plans INDEXED BY post_plans_waiting`, sql`waits = 1`)}
      ORDER BY publish_at, post_id LIMIT ${request.limit + 1}
    ) s CROSS JOIN posts p ON p.id = s.post_id CROSS JOIN users u ON u.uid = p.author_id
    ORDER BY s.publish_at, s.post_id`
}

/** Deleted posts that the author can restore, the last deleted first. */
function binnedRows(uid: number, request: PageRequest, now: Date): Statement<StudioRow> {
  return sql`
    SELECT ${reviewColumns}, p.lock_reason, NULL AS publish_at, NULL AS planned_at, 0 AS review_passed, NULL AS publishes_at,
      b.deleted_at AS sort_key, b.deleted_at AS binned_at
    FROM post_bin b INDEXED BY post_bin_of_author
      CROSS JOIN posts p ON p.id = b.post_id CROSS JOIN users u ON u.uid = p.author_id
    WHERE ${and(inBin(uid, now), behind(request, sql`b.deleted_at`, sql`b.post_id`))}
    ORDER BY b.deleted_at DESC, b.post_id DESC
    LIMIT ${request.limit + 1}`
}

function inBin(uid: number, now: Date): SQL {
  return sql`b.author_id = ${uid} AND b.deleted_at > ${binnedSince(now)}`
}

/** Above this number a tab shows "99+", and the query stops counting. */
export const COUNTED_MAX = 99

/** The number of scheduled posts, up to `COUNTED_MAX + 1`. */
function scheduledCount({ uid }: Viewer): Group<number> {
  const all = sql`
    SELECT 1 FROM post_schedules INDEXED BY post_schedules_of_author WHERE author_id = ${uid}
    UNION ALL SELECT 1 FROM post_plans INDEXED BY post_plans_waiting WHERE author_id = ${uid} AND waits = 1`
  return countUpTo(COUNTED_MAX, sql`(${all})`)
}

type StatusCounts = Record<PostStatus, number>

/** The counts of an author without posts, who has no row. */
const NO_POSTS: StatusCounts = { draft: 0, pending: 0, approved: 0, rejected: 0, locked: 0 }

/**
 * Triggers keep the counts up to date, so reading them costs one row, however many posts there are.
 */
function countsOf({ uid }: Viewer): Group<StatusCounts> {
  const counts = sql<StatusCounts>`
    SELECT draft, pending, approved, rejected, locked FROM author_stats WHERE user_id = ${uid}`
  return group({ counts: one(counts) }, ({ counts }) => counts ?? NO_POSTS)
}

/** One page of an author's posts, with the counts and the rules for the author. */
export interface ContentPage {
  posts: Page<StudioItem>
  counts: StatusCounts
  /** Counted up to `COUNTED_MAX + 1`, like `deleted`. */
  scheduled: number
  deleted: number
  rules: AuthorRules
  /** The quotas that are nearly used up. */
  quotas: QuotaState[]
}

export async function contentPage(
  db: Database,
  viewer: Viewer,
  list: StudioList | undefined,
  request: PageRequest,
  language: Language,
  now: Date,
): Promise<ContentPage> {
  return db.read({
    posts: postsIn(list, viewer, request, language, now),
    counts: countsOf(viewer),
    scheduled: scheduledCount(viewer),
    deleted: countUpTo(
      COUNTED_MAX,
      sql`post_bin b INDEXED BY post_bin_of_author WHERE ${inBin(viewer.uid, now)}`,
    ),
    rules: authorRules(viewer, now),
    quotas: quotasToShow(viewer),
  })
}

/** The overview of the studio. */
export interface StudioHome {
  /** The author's totals. */
  overview: Overview
  /** The author's figures of the last 30 days. */
  trends: Trends
  counts: Overview['posts']
  /** Rejected posts and drafts, which the author can continue. */
  unfinished: StudioItem[]
  /** Posts in review. */
  pending: StudioItem[]
  /** The latest public posts. */
  published: StudioItem[]
  rules: AuthorRules
  /** The quotas that are nearly used up. */
  quotas: QuotaState[]
}

const SHOWN = 4

/**
 * The overview of the author with this uid, whose row is read in the same round trip. The result is
 * a function of this row.
 */
export function studioHome(
  uid: Statement,
  language: Language,
  now: Date,
): Group<(author: Viewer) => StudioHome> {
  const latest = (status: PostStatus) =>
    rowsWithStatus(uid, status, { limit: SHOWN - 1, after: null })
  return group(
    {
      drafts: latest('draft'),
      rejected: latest('rejected'),
      pending: latest('pending'),
      published: latest('approved'),
      overviewFor: overviewByUid(uid),
      rulesFor: authorRulesByUid(uid, now),
      quotasFor: quotasToShowByUid({ uid }),
      trends: trendsOf(uid, '30d', now),
    },
    ({ drafts, rejected, pending, published, overviewFor, rulesFor, quotasFor, trends }) =>
      (author) => {
        const shown = (rows: StudioRow[]) =>
          rows.slice(0, SHOWN).map((row) => asStudioItem(row, author, language))
        const overview = overviewFor(author)
        return {
          trends,
          overview,
          rules: rulesFor(author),
          quotas: quotasFor(author),
          counts: overview.posts,
          unfinished: shown([...rejected, ...drafts]),
          pending: shown(pending),
          published: shown(published),
        }
      },
  )
}
