import { and, type SQL, sql } from 'drizzle-orm'
import { behind, countUpTo, type Database, type Group, group, one, pageGroup, type Statement } from '#db/client.ts'
import type { PostRow, PostStatus } from '#db/schema/publishing.ts'
import { POST_STATUSES } from '#db/values.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { type QuotaState, quotasToShow } from '#features/core/storage/quotas.ts'
import { type Overview, overviewOf, type Trends, trendsOf } from '#features/pages/studio/analytics/figures.ts'
import { type AuthorRules, authorRules } from '#features/publishing/content-rules/needs-review.ts'
import {
  asPostCard,
  binnedSince,
  type PostCard,
  type ReviewRow,
  reviewColumns,
  type Scheduled,
  type StudioCard,
  scheduleColumns,
} from '#features/publishing/posts/post.ts'
import { idsOfAllStatuses } from '#features/publishing/posts/states.ts'
import type { Language } from '#kernel/i18n.ts'
import type { Page, PageRequest } from '#kernel/paging.ts'

/** The lists of the studio: one for each status, one for scheduled drafts, and the bin. */
export const STUDIO_LISTS = [...POST_STATUSES, 'scheduled', 'deleted'] as const
export type StudioList = PostStatus | 'scheduled' | 'deleted'

export interface StudioItem {
  card: PostCard
  /** Also of a rejected post that became a draft, until it is submitted again. */
  rejectReason: string | null
  lockReason: string | null
  /** When a draft is published or submitted, or when a post in review is published if it is approved by then. */
  publishAt: string | null
  /** A publishing time that has no effect any more. */
  plannedAt: string | null
  /** An admin has approved this version of a scheduled draft. */
  reviewPassed: boolean
  /** When the post was moved to the bin. */
  deletedAt: string | null
}

/** A list of the viewer's posts for the API. */
export async function ownPosts(
  db: Database,
  viewer: Viewer,
  list: StudioList | undefined,
  request: PageRequest,
  language: Language,
  now: Date,
): Promise<Page<StudioCard>> {
  const { items, next_cursor } = await db.read(postsIn(list, viewer, request, language, now))
  const asStudioCard = ({ card, publishAt, plannedAt, reviewPassed, deletedAt }: StudioItem) => {
    const times = { publish_at: publishAt, planned_at: plannedAt, review_passed: reviewPassed, deleted_at: deletedAt }
    return { ...card, ...times }
  }
  return { items: items.map(asStudioCard), next_cursor }
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
    (row) => [row.sort_key, row.id],
    (row) => asStudioItem(row, viewer, language),
  )
}

/** A post in the author's list, with the reason that an admin gave. */
type StudioRow = ReviewRow & Pick<PostRow, 'lock_reason'> & Scheduled & { sort_key: string; binned_at: string | null }

function asStudioItem(row: StudioRow, viewer: Viewer, language: Language): StudioItem {
  return {
    card: asPostCard(row, viewer, language),
    rejectReason: row.reject_reason,
    lockReason: row.lock_reason,
    publishAt: row.publish_at,
    plannedAt: row.planned_at,
    reviewPassed: row.review_passed === 1,
    deletedAt: row.binned_at,
  }
}

function rowsOf(list: StudioList | undefined, { uid }: Viewer, request: PageRequest, now: Date): Statement<StudioRow> {
  if (list === undefined) return ownRows(uid, request)
  if (list === 'scheduled') return scheduledRows(uid, request)
  return list === 'deleted' ? binnedRows(uid, request, now) : rowsWithStatus(uid, list, request)
}

/** All posts, the last changed first. */
function ownRows(uid: number, request: PageRequest): Statement<StudioRow> {
  return sql`
    SELECT ${reviewColumns}, p.lock_reason, ${scheduleColumns}, t.updated_at AS sort_key, NULL AS binned_at
    FROM (${idsOfAllStatuses(uid, request)}) t CROSS JOIN posts p ON p.id = t.id CROSS JOIN users u ON u.uid = p.author_id
    ORDER BY t.updated_at DESC, t.id DESC`
}

function rowsWithStatus(uid: number, status: PostStatus, request: PageRequest): Statement<StudioRow> {
  const isOwn = sql`p.author_id = ${uid} AND p.status = ${status} AND p.deleted_at IS NULL`
  return sql`
    SELECT ${reviewColumns}, p.lock_reason, ${scheduleColumns}, p.updated_at AS sort_key, NULL AS binned_at
    FROM posts p INDEXED BY posts_in_studio_by_status CROSS JOIN users u ON u.uid = p.author_id
    WHERE ${and(isOwn, behind(request, sql`p.updated_at`, sql`p.id`))}
    ORDER BY p.updated_at DESC, p.id DESC
    LIMIT ${request.limit + 1}`
}

/** Scheduled drafts and posts in review with a time, the next one first. */
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
    SELECT ${reviewColumns}, p.lock_reason, NULL AS publish_at, NULL AS planned_at, 0 AS review_passed, b.deleted_at AS sort_key, b.deleted_at AS binned_at
    FROM post_bin b INDEXED BY post_bin_of_author
      CROSS JOIN posts p ON p.id = b.post_id CROSS JOIN users u ON u.uid = p.author_id
    WHERE ${and(inBin(uid, now), behind(request, sql`b.deleted_at`, sql`b.post_id`))}
    ORDER BY b.deleted_at DESC, b.post_id DESC
    LIMIT ${request.limit + 1}`
}

function inBin(uid: number, now: Date): SQL {
  return sql`b.author_id = ${uid} AND b.deleted_at > ${binnedSince(now)}`
}

/** Above this number a tab shows "99+" and the query stops counting. */
export const COUNTED_MAX = 99

/** Counts up to `COUNTED_MAX + 1`. */
function scheduledCount({ uid }: Viewer): Group<number> {
  const all = sql`
    SELECT 1 FROM post_schedules INDEXED BY post_schedules_of_author WHERE author_id = ${uid}
    UNION ALL SELECT 1 FROM post_plans INDEXED BY post_plans_waiting WHERE author_id = ${uid} AND waits = 1`
  return countUpTo(COUNTED_MAX, sql`(${all})`)
}

function binnedCount({ uid }: Viewer, now: Date): Group<number> {
  return countUpTo(COUNTED_MAX, sql`post_bin b INDEXED BY post_bin_of_author WHERE ${inBin(uid, now)}`)
}

type StatusCounts = Record<PostStatus, number>

/** An author without posts has no row. */
const NO_POSTS: StatusCounts = { draft: 0, pending: 0, approved: 0, rejected: 0, locked: 0 }

/** Triggers keep the counts, so reading them costs one row, however many posts exist. */
function countsOf({ uid }: Viewer): Group<StatusCounts> {
  const counts = sql<StatusCounts>`
    SELECT draft, pending, approved, rejected, locked FROM author_stats WHERE user_id = ${uid}`
  return group({ counts: one(counts) }, ({ counts }) => counts ?? NO_POSTS)
}

/** One page of an author's posts, with the counts and the rules for the author. */
export interface ContentPage {
  posts: Page<StudioItem>
  counts: StatusCounts
  scheduled: number
  deleted: number
  rules: AuthorRules
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
    deleted: binnedCount(viewer, now),
    rules: authorRules(viewer, now),
    quotas: quotasToShow(viewer),
  })
}

/** The studio overview: posts to continue, posts in review, and figures of the latest posts. */
export interface StudioHome {
  counts: StatusCounts
  /** Drafts and rejected posts, on which the author can continue. */
  unfinished: StudioItem[]
  pending: StudioItem[]
  published: StudioItem[]
  rules: AuthorRules
  quotas: QuotaState[]
  /** The author's totals, and the figures of the last 30 days. */
  overview: Overview
  trends: Trends
}

const SHOWN = 4

export async function studioHome(db: Database, viewer: Viewer, language: Language, now: Date): Promise<StudioHome> {
  const request = { limit: SHOWN, after: null }
  const latest = (status: PostStatus) => postsIn(status, viewer, request, language, now)
  const { drafts, rejected, pending, published, overview, ...rest } = await db.read({
    drafts: latest('draft'),
    rejected: latest('rejected'),
    pending: latest('pending'),
    published: latest('approved'),
    overview: overviewOf(viewer),
    rules: authorRules(viewer, now),
    quotas: quotasToShow(viewer),
    trends: trendsOf(viewer.uid, '30d', now),
  })
  return {
    ...rest,
    overview,
    counts: overview.posts,
    unfinished: [...rejected.items, ...drafts.items].slice(0, SHOWN),
    pending: pending.items,
    published: published.items,
  }
}
