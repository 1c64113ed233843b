import { and, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Compute } from '#compute/client.ts'
import {
  behind,
  type Database,
  equals,
  type Group,
  group,
  one,
  pageGroup,
  type Statement,
} from '#db/client.ts'
import type { AuthorStats, PostEdit, PostMove, PostStatus } from '#db/schema/publishing.ts'
import {
  asUserRef,
  imageUrl,
  type PublicColumns,
  UserRefShape,
} from '#features/core/people/user-ref.ts'
import { settingOf } from '#features/core/site/settings.ts'
import {
  openDecisions,
  QUEUE_SHOWN,
  type Waiting,
} from '#features/operations/admin/frame/waiting.ts'
import type { RawContent } from '#features/publishing/posts/content.ts'
import {
  ANY_ADMIN,
  asPost,
  asPostCard,
  type Columns,
  type FullRow,
  fullColumns,
  PostCardShape,
  PostShape,
  PostStatusShape,
  postById,
  type ReviewRow,
  reviewColumns,
} from '#features/publishing/posts/post.ts'
import { idsOfAllStatuses } from '#features/publishing/posts/states.ts'
import { heldBatches, isNotHeld } from '#features/publishing/review/decide.ts'
import {
  changesBetween,
  comparedOf,
  type FieldChanges,
} from '#features/publishing/revisions/revisions.ts'
import { cursorOf, merged, type Ranked } from '#features/publishing/search/fts/newest-matches.ts'
import { searchAllPosts } from '#features/publishing/search/fts/post-index.ts'
import { AppError } from '#kernel/errors.ts'
import { summaryOf } from '#kernel/html/plain.ts'
import type { Language } from '#kernel/i18n.ts'
import { type Cursor, type Page, type PageRequest, pageOf } from '#kernel/paging.ts'
import { SUMMARY_MAX } from '#kernel/post-limits.ts'

export interface PostsQuery {
  status?: PostStatus | undefined
  /** Only posts with edits after their approval that no admin has marked as seen. */
  edited?: boolean | undefined
  author?: number | undefined
  /** Without the posts whose approval is held back. */
  undecided?: boolean | undefined
}

const moment = z.iso.datetime()

export const reviewFields = {
  version: z.int(),
  reject_reason: z.string().nullable(),
  edited_at: moment.nullable(),
  edit_unseen_since: moment.nullable(),
}

export const AdminPostCardShape = z
  .object({
    ...PostCardShape.shape,
    ...reviewFields,
    image_urls: z.array(z.string()),
  })
  .meta({ id: 'AdminPostCard' })

export type AdminPostCard = z.infer<typeof AdminPostCardShape>

/**
 * All posts, or the search results for `q`, newest first. A number also matches the id of a post
 * and the uid of an author. The search index may be stale, so the main database filters its
 * results, and a page can have fewer items than its limit.
 */
export async function findPosts(
  db: Database,
  search: Database,
  { q, ...by }: PostsQuery & { q?: string | undefined },
  request: PageRequest,
  language: Language,
): Promise<Group<Page<AdminPostCard>>> {
  if (q === undefined) return adminPosts(by, request, language)
  const { after, limit } = request
  const number = /^#?[1-9]\d{0,14}$/.test(q.trim()) ? Number(q.trim().replace('#', '')) : null
  const [hits, numbered] = await Promise.all([
    searchAllPosts(search, { q, ...by }, after, limit + 1),
    number === null ? [] : postsNumbered(db, number, after, limit + 1),
  ])
  const list = ['found posts', q, by.status, by.edited, by.author]
  const found = merged([hits, numbered], limit + 1)
  const { items: ids, next_cursor } = pageOf(list, found, request, cursorOf, ({ id }) => id)
  const rows = sql<CardRow>`
    SELECT ${cardColumns}
    FROM json_each(${JSON.stringify(ids)}) j CROSS JOIN posts p ON p.id = j.value JOIN users u ON u.uid = p.author_id
    WHERE ${matchesQuery(by)} ORDER BY j.key`
  return group({ rows }, ({ rows }) => ({
    items: rows.map((row) => asAdminPostCard(row, language)),
    next_cursor,
  }))
}

/**
 * All posts that match the filter. Pending posts and posts with unseen edits are listed oldest
 * first, all others by their last change.
 */
export function adminPosts(
  query: PostsQuery,
  request: PageRequest,
  language: Language,
): Group<Page<AdminPostCard>> {
  const key = sortKeyOf(query)
  return pageGroup(
    ['all posts', query.status, query.edited, query.author],
    request,
    allPostsOf(query, request),
    (row) => [row[key] ?? '', row.id],
    (row) => asAdminPostCard(row, language),
  )
}

type CardRow = ReviewRow & { image_keys: string }

const cardColumns = sql`${reviewColumns},
  (SELECT json_group_array(image_key) FROM post_images WHERE post_id = p.id AND shown = 1) AS image_keys`

function allPostsOf(query: PostsQuery, request: PageRequest): Statement<CardRow> {
  if (query.status === undefined && !query.edited) return ofAllStatuses(query.author, request)
  const isQueue = query.status === 'pending' || query.edited === true
  const sorted = sql.raw(`p.${sortKeyOf(query)}`)
  const direction = sql.raw(isQueue ? 'ASC' : 'DESC')
  return sql`
    SELECT ${cardColumns} FROM posts p INDEXED BY ${sql.raw(indexFor(query))} CROSS JOIN users u ON u.uid = p.author_id
    WHERE ${and(matchesQuery(query), behind(request, sorted, sql`p.id`, isQueue ? '>' : '<'))}
    ORDER BY ${sorted} ${direction}, p.id ${direction} LIMIT ${request.limit + 1}`
}

function ofAllStatuses(author: number | undefined, request: PageRequest): Statement<CardRow> {
  return sql`
    SELECT ${cardColumns}
    FROM (${idsOfAllStatuses(author, request)}) t CROSS JOIN posts p ON p.id = t.id CROSS JOIN users u ON u.uid = p.author_id
    ORDER BY t.updated_at DESC, t.id DESC`
}

/** The filter as an SQL condition. */
function matchesQuery({ status, edited, author, undecided }: PostsQuery): SQL | undefined {
  return and(
    sql`p.deleted_at IS NULL`,
    equals(sql`p.status`, status),
    edited ? sql`p.edit_unseen_since IS NOT NULL` : undefined,
    equals(sql`p.author_id`, author),
    undecided ? isNotHeld(sql`p.id`) : undefined,
  )
}

function sortKeyOf({ edited }: PostsQuery) {
  return edited ? 'edit_unseen_since' : 'updated_at'
}

/** The index is fixed, because the planner may choose a worse one on large tables. */
function indexFor({ edited, author }: PostsQuery): string {
  if (edited) return 'posts_edits_unseen'
  return author === undefined ? 'posts_by_status' : 'posts_in_studio_by_status'
}

/**
 * A match by id or uid has the rank of a match by whole words, which is 0. So there is none behind
 * a cursor with another rank.
 */
async function postsNumbered(
  db: Database,
  number: number,
  after: Cursor | null,
  limit: number,
): Promise<Ranked[]> {
  if (after && Number(after[0]) > 0) return []
  return db.all(sql<Ranked>`
    SELECT 0 AS rank, id FROM (
      SELECT id FROM posts WHERE id = ${number} AND deleted_at IS NULL
      UNION SELECT id FROM posts WHERE author_id = ${number} AND deleted_at IS NULL
    )
    WHERE id < ${after?.[1] ?? Number.MAX_SAFE_INTEGER} ORDER BY id DESC LIMIT ${limit}`)
}

function asAdminPostCard(row: CardRow, language: Language): AdminPostCard {
  const image_urls = (JSON.parse(row.image_keys) as string[]).map((key) => imageUrl(key))
  return { ...asPostCard(row, ANY_ADMIN, language), ...underReview(row), image_urls }
}

type UnderReview = Pick<ReviewRow, 'version' | 'reject_reason' | 'edited_at' | 'edit_unseen_since'>

/** The fields of a post that only its author and admins see. */
export function underReview({
  version,
  reject_reason,
  edited_at,
  edit_unseen_since,
}: ReviewRow): UnderReview {
  return { version, reject_reason, edited_at, edit_unseen_since }
}

export type QueueName = 'review' | 'edited'

export interface Queue {
  name: QueueName
  waiting: Waiting
  /** The first posts of the queue, oldest first. The current post may be further back. */
  posts: AdminPostCard[]
  /** Null if the queue is empty or does not contain the requested post. */
  current: ReviewWithChanges | null
  /** Without review, an author can publish a rejected post again. */
  reviewIsOff: boolean
  /** Approvals that can still be taken back. */
  held: { batch: string; posts: number }[]
  /**
   * The id of a requested post that is not in the queue. Showing another post instead could cause a
   * wrong decision.
   */
  notInQueue: number | null
}

interface Review extends Pick<FullRow, 'reading_minutes' | 'share_key'> {
  post: AdminPost
}

interface ReviewWithChanges extends Review {
  /** The combined changes since approval, per field. Empty if only the markup changed. */
  changes: FieldChanges[]
}

const QUEUES: Record<QueueName, { query: PostsQuery; holds: SQL; oldest: SQL }> = {
  review: {
    query: { status: 'pending', undecided: true },
    holds: sql`status = 'pending' AND deleted_at IS NULL AND ${isNotHeld(sql`id`)}`,
    oldest: sql.raw('updated_at'),
  },
  edited: {
    query: { edited: true },
    holds: sql.raw('edit_unseen_since IS NOT NULL AND deleted_at IS NULL'),
    oldest: sql.raw('edit_unseen_since'),
  },
}

/** A queue with the requested post, or by default with the oldest one, in one round trip. */
export async function openQueue(
  db: Database,
  compute: Compute,
  name: QueueName,
  asked: number | undefined,
  language: Language,
): Promise<Queue> {
  const { query, holds, oldest } = QUEUES[name]
  const request = { limit: QUEUE_SHOWN, after: null }
  const id =
    asked === undefined
      ? sql`(SELECT id FROM posts WHERE ${holds} ORDER BY ${oldest}, id LIMIT 1)`
      : sql`(SELECT id FROM posts WHERE id = ${asked} AND ${holds})`
  const read = await db.read({
    waiting: openDecisions,
    posts: adminPosts(query, request, language),
    current: reviewOf(id, language),
    reviewIsOff,
    held: heldBatches,
  })
  const { current } = read
  return {
    name,
    ...read,
    current: current && { ...current, changes: await changesOf(compute, current.post) },
    posts: read.posts.items,
    notInQueue: asked !== undefined && read.current === null ? asked : null,
  }
}

/** Whether no post needs a review. An author can then publish a rejected post again. */
export const reviewIsOff: Group<boolean> = group(
  { audit: settingOf('audit.enabled'), newcomers: settingOf('review.newcomers') },
  ({ audit, newcomers }) => !audit && !newcomers,
)

const ContentShape = z.object({
  title: z.string(),
  body: z.string(),
  summary: z.string().nullable(),
  cover_url: z.string().nullable(),
  canonical_url: z.string().nullable(),
  first_published_at: z.iso.datetime().nullable(),
  tags: z.array(z.string()),
})

/** A post under review, with its history, its unseen edits and the record of its author. */
export const AdminPostShape = z
  .object({
    ...PostShape.shape,
    ...reviewFields,
    lock_reason: z.string().nullable(),
    author_history: z.object({
      approved: z.int(),
      rejected: z.int(),
      locked: z.int(),
      total: z.int(),
      since: moment,
    }),
    moves: z.array(
      z.object({
        move: z.string(),
        actor: UserRefShape,
        from_status: PostStatusShape.nullable(),
        to_status: PostStatusShape,
        reason: z.string().nullable(),
        created_at: moment,
      }),
    ),
    /** The edits since the approval that no admin has marked as seen, oldest first. */
    unseen_edits: z.array(
      z.object({ version: z.int(), before: ContentShape, after: ContentShape, created_at: moment }),
    ),
  })
  .meta({ id: 'AdminPost' })

export type AdminPost = z.infer<typeof AdminPostShape>

/** A post with everything that its review needs. Refused if it is deleted. */
export async function postForReview(
  db: Database,
  id: number,
  language: Language,
): Promise<AdminPost> {
  const review = await db.read(reviewOf(sql`${id}`, language))
  if (review === null) throw new AppError('not_found')
  return review.post
}

type ReviewedRow = FullRow & { author_since: string; author_status: PublicColumns['status'] }
type MoveRow = PostMove & PublicColumns & { user_status: PublicColumns['status'] }

/**
 * Null if the post does not exist or is deleted. `id` is an SQL expression: a number, or a subquery
 * for the next post of a queue.
 */
function reviewOf(id: SQL, language: Language): Group<Review | null> {
  return group(rowsFor(id), ({ row, moves, edits, stats }) => {
    if (row === null) return null
    const post: AdminPost = {
      ...asPost(row, ANY_ADMIN, language),
      ...underReview(row),
      lock_reason: row.lock_reason,
      author_history: historyOf(stats, row.author_since),
      moves: [
        ...creationOf(row, moves, language),
        ...moves.toReversed().map((move) => asMove(move, language)),
      ],
      unseen_edits: edits.map(asEdit),
    }
    return { post, reading_minutes: row.reading_minutes, share_key: row.share_key }
  })
}

/**
 * Each edit has two whole bodies, so few are stored: the trigger post_edits_between_go keeps the
 * first and the newest one, and posts_leave_seen_edits deletes those that an admin has seen.
 */
export const UNSEEN_EDITS_MAX = 2

const reviewedColumns: Columns<ReviewedRow> = sql`${fullColumns}, u.created_at AS author_since`

function rowsFor(id: SQL) {
  const row = one(postById(reviewedColumns, id, sql`p.deleted_at IS NULL`))
  const moves: Statement<MoveRow> = sql`
    SELECT m.*, u.uid, u.username, u.avatar_key, u.exp, u.status AS user_status
    FROM post_moves m JOIN users u ON u.uid = m.actor_id WHERE m.post_id = ${id} ORDER BY m.id DESC LIMIT 100`
  const edits: Statement<PostEdit> = sql`
    SELECT e.* FROM post_edits e JOIN posts p ON p.id = e.post_id
    WHERE e.post_id = ${id} AND e.created_at >= p.edit_unseen_since ORDER BY e.id LIMIT ${UNSEEN_EDITS_MAX}`
  const stats: Statement<AuthorStats> = sql`
    SELECT s.* FROM posts p JOIN author_stats s ON s.user_id = p.author_id WHERE p.id = ${id}`
  return { row, moves, edits, stats: one(stats) }
}

function historyOf(stats: AuthorStats | null, since: string): AdminPost['author_history'] {
  const { draft = 0, pending = 0, approved = 0, rejected = 0, locked = 0 } = stats ?? {}
  return {
    approved,
    rejected,
    locked,
    total: draft + pending + approved + rejected + locked,
    since,
  }
}

/**
 * The creation as the first entry of the history, from the row of the post. Older posts have a
 * stored entry for it.
 */
function creationOf(row: ReviewedRow, moves: MoveRow[], language: Language): AdminPost['moves'] {
  if (moves.some(({ move }) => move === 'create')) return []
  const to_status = row.published_at === row.created_at ? 'approved' : 'draft'
  const { author, created_at } = asPost(row, ANY_ADMIN, language)
  return [{ move: 'create', actor: author, from_status: null, to_status, reason: null, created_at }]
}

function asMove(row: MoveRow, language: Language): AdminPost['moves'][number] {
  const { move, from_status, to_status, reason, created_at } = row
  const actor = asUserRef({ ...row, status: row.user_status }, language)
  return { move, actor, from_status, to_status, reason, created_at }
}

function asEdit({
  version,
  before,
  after,
  created_at,
}: PostEdit): AdminPost['unseen_edits'][number] {
  return { version, before: contentIn(before), after: contentIn(after), created_at }
}

function contentIn(json: string): AdminPost['unseen_edits'][number]['before'] {
  return comparedOf(JSON.parse(json) as RawContent)
}

async function changesOf(compute: Compute, post: AdminPost): Promise<FieldChanges[]> {
  const before = post.unseen_edits[0]?.before
  if (before === undefined) return []
  return changesBetween(compute, before, { ...post, summary: ownSummaryOf(post) })
}

/** An automatic summary is derived from the body, so its change is not shown. */
function ownSummaryOf({ summary, body }: AdminPost): string {
  return summary === summaryOf(body, SUMMARY_MAX) ? '' : summary
}
