import { and, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { type Database, found, type Group, type Statement } from '#db/client.ts'
import { columns, type RowOf } from '#db/columns.ts'
import { type PostRow, posts } from '#db/schema/publishing.ts'
import { POST_STATUSES } from '#db/values.ts'
import {
  asUserRef,
  type PublicColumns,
  type UserRef,
  UserRefShape,
} from '#features/core/people/user-ref.ts'
import type { Viewer, ViewerId } from '#features/core/people/viewer.ts'
import { AI_LABELS, aiLabelOf } from '#features/publishing/posts/ai.ts'
import type { PostLanguage } from '#features/publishing/posts/language.ts'
import { namesOf } from '#features/publishing/tags/tags.ts'
import { after, DAY } from '#kernel/clock.ts'
import { withAllowedImages } from '#kernel/html/images.ts'
import { safeImageSource } from '#kernel/html/urls.ts'
import type { Language } from '#kernel/i18n.ts'
import { isAdmin } from '#kernel/roles.ts'

// A column that a response shows as it is stored is in a list SAME_…, and in the shape of the
// response, and nowhere else. A list reads only the columns that it shows, because transferring
// cells is half of its cost.
const SAME_IN_LISTS = columns(
  posts,
  [
    'id',
    'title',
    'summary',
    'likes_count',
    'comments_count',
    'favorites_count',
    'energy',
    'published_at',
    'created_at',
  ],
  'p',
)
const IN_LISTS = columns(posts, ['author_id', 'tags', 'reading_minutes', 'hot', 'ai_made'], 'p')
const SAME_IN_CARDS = columns(posts, ['status', 'dislikes_count', 'updated_at'], 'p')
const SAME_IN_REVIEW = columns(posts, ['version', 'reject_reason', 'edited_at'], 'p')
const IN_REVIEW = columns(posts, ['edit_unseen_since'], 'p')
const SAME_IN_POSTS = columns(posts, ['canonical_url', 'first_published_at'], 'p')
const IN_POSTS = columns(
  posts,
  ['locked_from', 'deleted_at', 'summary_is_own', 'lock_reason', 'body', 'formulas'],
  'p',
)

/**
 * A post in a list, joined with its author. No column name of the author equals a column name of
 * the post.
 */
export type ListedRow = AuthorColumns &
  RowOf<typeof SAME_IN_LISTS> &
  RowOf<typeof IN_LISTS> &
  Pick<PostRow, 'cover_url'> & {
    /** Null if the site does not show views to readers. */
    views: number | null
    /** A JSON array with id, title, part and parts; null if the post is in no series. */
    series: string | null
    /** Only in lists of one author, which are sorted by it. */
    listed_at?: string
    first_published_at?: string | null
  }

/** A post in lists of the API. */
export type CardRow = ListedRow & RowOf<typeof SAME_IN_CARDS> & { views_count: number }

/** A post in the lists of its author and of admins. */
export type ReviewRow = CardRow & RowOf<typeof SAME_IN_REVIEW> & RowOf<typeof IN_REVIEW>

interface AuthorColumns {
  author_username: string | null
  author_avatar_key: string | null
  author_exp: number
  author_status: PublicColumns['status']
}

export type FullRow = ReviewRow &
  RowOf<typeof SAME_IN_POSTS> &
  RowOf<typeof IN_POSTS> &
  Scheduled & { share_key: string | null }

/** When a post that is not public will be published. */
export interface Scheduled {
  /**
   * When a draft is published or submitted, or when a post in review is published if it is approved
   * by then.
   */
  publish_at: string | null
  /**
   * A time that has no effect any more, because the post was submitted without it, rejected or
   * withdrawn.
   */
  planned_at: string | null
  /** 1 if an admin has approved this version of a scheduled draft. */
  review_passed: number
  /** The end of the hold of a post that its author has just published or submitted. */
  publishes_at: string | null
}

/**
 * The columns of `SELECT … FROM posts p JOIN users u ON u.uid = p.author_id`, and the type of its
 * row.
 */
export type Columns<Row> = SQL<Row>

/** A post without views has no row in `post_views`. */
const VIEWS = 'COALESCE((SELECT views FROM post_views WHERE post_id = p.id), 0)'

/**
 * The series of a post, as JSON. Readers count the public posts of a series, so a post that is not
 * public has the number that it would have if it were published now.
 */
const SERIES = `iif(p.in_series IS NULL, NULL, (
    SELECT json_array(s.id, s.title, m.part, s.parts + (m.listed_at IS NULL))
    FROM series_posts m CROSS JOIN series s ON s.id = m.series_id WHERE m.post_id = p.id))`

/** Lists show a cover of another site only if the owner allows it. The API returns every cover. */
const SHOWN_COVER = `iif(p.cover_url LIKE '/images/%' OR (SELECT value FROM site_settings WHERE key = 'images.external'),
    p.cover_url, NULL) AS cover_url`

const columnsWith = (cover: string): Columns<ListedRow> => sql`
  ${SAME_IN_LISTS}, ${IN_LISTS}, ${sql.raw(cover)},
  iif((SELECT value FROM site_settings WHERE key = 'views.public'), ${sql.raw(VIEWS)}, NULL) AS views,
  ${sql.raw(SERIES)} AS series,
  u.username AS author_username, u.avatar_key AS author_avatar_key, u.exp AS author_exp, u.status AS author_status`

export const listedColumns = columnsWith(SHOWN_COVER)

export const cardColumns: Columns<CardRow> = sql`
  ${columnsWith('p.cover_url')}, ${SAME_IN_CARDS}, ${sql.raw(VIEWS)} AS views_count`

export const reviewColumns: Columns<ReviewRow> = sql`
  ${cardColumns}, ${SAME_IN_REVIEW}, ${IN_REVIEW}`

/** The columns are not looked up for public posts, so that readers do not pay for them. */
export const scheduleColumns: Columns<Scheduled> = sql.raw(`
  iif(p.status = 'draft', (SELECT publish_at FROM post_schedules WHERE post_id = p.id),
    iif(p.status = 'pending', (SELECT publish_at FROM post_plans WHERE post_id = p.id AND waits = 1), NULL)) AS publish_at,
  iif(p.status = 'approved', NULL,
    (SELECT publish_at FROM post_plans WHERE post_id = p.id AND waits = 0)) AS planned_at,
  iif(p.status = 'draft', EXISTS (
    SELECT 1 FROM post_schedules WHERE post_id = p.id AND approved_version = p.version), 0) AS review_passed,
  iif(p.status IN ('draft', 'rejected'),
    (SELECT publish_at FROM post_holds WHERE post_id = p.id), NULL) AS publishes_at`) as Columns<Scheduled>

export const fullColumns: Columns<FullRow> = sql`
  ${reviewColumns}, ${scheduleColumns}, ${SAME_IN_POSTS}, ${IN_POSTS},
  iif(p.cover_url IS NULL, (SELECT image_key FROM post_images WHERE post_id = p.id AND is_share = 1), NULL) AS share_key`

/**
 * One post with its author. `isThere` is a further condition, such as the visibility or the status.
 */
export function postById<Row>(
  columns: Columns<Row>,
  id: number | SQL,
  isThere?: SQL,
): Statement<Row> {
  return sql`
    SELECT ${columns} FROM posts p JOIN users u ON u.uid = p.author_id WHERE ${and(sql`p.id = ${id}`, isThere)}`
}

/** The fields that lists on pages share with lists of the API. */
type SharedFields = Omit<
  PostCard,
  'author_name' | 'status' | 'dislikes_count' | 'views_count' | 'updated_at'
>

function asCard(row: ListedRow, language: Language): SharedFields {
  const { cover_url } = row
  return {
    ...SAME_IN_LISTS.pick(row),
    cover_url: cover_url && safeImageSource(cover_url),
    tags: namesOf(row.tags),
    author: authorOf(row, language),
    ai: aiLabelOf(row.ai_made),
    series: seriesOf(row),
  }
}

export function seriesOf({ series }: Pick<ListedRow, 'series'>): PartOfSeries | null {
  if (series === null) return null
  const [id, title, part, parts] = JSON.parse(series) as [number, string, number, number]
  return { id, title, part, parts }
}

/** A post in lists on pages. */
export interface ListedPost extends SharedFields {
  reading_minutes: number
  /** Null if the site does not show views to readers. */
  views: number | null
  /** Null in lists that are not sorted by it, also if the post has such a date. */
  first_published_at: string | null
}

export function asListedPost(row: ListedRow, language: Language): ListedPost {
  const { reading_minutes, views, first_published_at = null } = row
  return { ...asCard(row, language), reading_minutes, views, first_published_at }
}

/**
 * The reader of a post; null if anonymous. While the site hides views, only the author and admins
 * see them.
 */
type Reader = Pick<Viewer, 'uid' | 'role'> | null

/** The reader of lists behind the guard `admin`, which are the same for every admin. */
export const ANY_ADMIN: Reader = { uid: 0, role: 'admin' }

export function asPostCard(row: CardRow, reader: Reader, language: Language): PostCard {
  const seesViews = row.views !== null || reader?.uid === row.author_id || isAdmin(reader)
  const views_count = seesViews ? row.views_count : null
  const card = asCard(row, language)
  const author_name = `${card.author.display_name} (${card.author.uid})`
  return { ...card, ...SAME_IN_CARDS.pick(row), author_name, views_count }
}

export function asPost(row: FullRow, reader: Reader, language: Language): Post {
  return { ...asPostHead(row, reader, language), body: withAllowedImages(row.body) }
}

/**
 * The post without its body. Pages prepare the body from the row with `readable`, which leaves out
 * the same images as `withAllowedImages`.
 */
export function asPostHead(row: FullRow, reader: Reader, language: Language): Omit<Post, 'body'> {
  const { publish_at, planned_at, publishes_at } = row
  return {
    ...asPostCard(row, reader, language),
    ...SAME_IN_REVIEW.pick(row),
    ...SAME_IN_POSTS.pick(row),
    publish_at,
    planned_at,
    review_passed: row.review_passed === 1,
    publishes_at,
  }
}

function authorOf(row: ListedRow, language: Language): UserRef {
  const { author_id: uid, author_username: username, author_avatar_key: avatar_key } = row
  return asUserRef(
    { uid, username, avatar_key, exp: row.author_exp, status: row.author_status },
    language,
  )
}

export const PostStatusShape = z.enum(POST_STATUSES)

const PartOfSeriesShape = z
  .object({
    id: z.int(),
    title: z.string(),
    part: z
      .int()
      .describe(
        'The number of the post among the public posts of the series, from 1. A post that is not public has the number that it would get now.',
      ),
    parts: z
      .int()
      .describe('The number of public posts in the series, plus 1 if this post is not public.'),
  })
  .describe('The series of the post, and its place there. Null if the post is in no series.')
export type PartOfSeries = z.infer<typeof PartOfSeriesShape>

const card = {
  id: z.int(),
  title: z.string(),
  summary: z.string(),
  cover_url: z.string().nullable(),
  tags: z.array(z.string()),
  author: UserRefShape,
  author_name: z.string(),
  status: PostStatusShape,
  likes_count: z.int(),
  dislikes_count: z.int(),
  comments_count: z.int(),
  favorites_count: z.int(),
  energy: z.int(),
  views_count: z
    .int()
    .nullable()
    .describe('The number of views. Null if the site shows it only to the author and to admins.'),
  ai: z
    .enum(AI_LABELS)
    .describe('How the author used AI: not at all, for help, or to make the post.'),
  published_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  series: PartOfSeriesShape.nullable(),
}

export const PostCardShape = z.object(card).meta({ id: 'PostCard' })
export type PostCard = z.infer<typeof PostCardShape>

const scheduleShape = {
  publish_at: z.iso
    .datetime()
    .nullable()
    .describe(
      'The time at which a draft is published. A post in review is published at this time if it is approved before, else when it is approved. Null if no time is set.',
    ),
  planned_at: z.iso
    .datetime()
    .nullable()
    .describe(
      'The time of publication that the author chose before the post was rejected or withdrawn. It has no effect until the author chooses it again. Null if there is none.',
    ),
  review_passed: z
    .boolean()
    .describe(
      'True if an admin has approved this version of a draft. It is published at `publish_at` without another review.',
    ),
  publishes_at: z.iso
    .datetime()
    .nullable()
    .describe(
      'The end of the `hold` with which you published or submitted the post. Until then you can undo it. Null if there is no hold.',
    ),
}

/** A post in its author's own lists. */
export const StudioCardShape = z
  .object({
    ...card,
    ...scheduleShape,
    deleted_at: z.iso
      .datetime()
      .nullable()
      .describe('The time at which you deleted the post. Null if it is not in the bin.'),
  })
  .meta({ id: 'StudioCard' })
export type StudioCard = z.infer<typeof StudioCardShape>

export const PostShape = z
  .object({
    ...card,
    body: z.string(),
    version: z.int(),
    reject_reason: z
      .string()
      .nullable()
      .describe('Why an admin rejected the post. Null if there is no such reason.'),
    edited_at: z.iso
      .datetime()
      .nullable()
      .describe('The time of the last edit after publication. Null if there was none.'),
    ...scheduleShape,
    canonical_url: z
      .string()
      .nullable()
      .describe(
        'The address at another site where the post was published first. Null if there is none.',
      ),
    first_published_at: z.iso
      .datetime()
      .nullable()
      .describe(
        'The time at which an imported post was first published, at another site. The public page of its author is sorted by this time. Null if the post was not imported with a date.',
      ),
  })
  .meta({ id: 'Post' })
export type Post = z.infer<typeof PostShape>

/** A post that was created with an import key. `deleted_at` is set while it is in the bin. */
export const ImportedPostShape = z
  .object({
    import_key: z.string(),
    post_id: z.int(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
    version: z.int(),
    status: PostStatusShape,
    deleted_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'ImportedPost' })
export type ImportedPost = z.infer<typeof ImportedPostShape>

/**
 * Posts that everyone may read. The condition equals the one of the partial indexes, so that SQLite
 * uses them.
 */
export const isPublic: SQL = sql.raw(`p.status = 'approved' AND p.deleted_at IS NULL`)

/** Posts that only admins can search for. Of a draft, only the title is searched. */
export const isHidden: SQL = sql.raw(`p.status <> 'approved' AND p.deleted_at IS NULL`)

/**
 * The post, if the viewer may see it. An approved post is public; other posts, also drafts, are
 * visible to their author and admins.
 */
export function visiblePostOf(viewer: Viewer | null, id: number): Group<FullRow> {
  return found(postById(fullColumns, id, mayBeSeenBy(viewer)))
}

export function mayBeSeenBy(viewer: Viewer | null): SQL {
  return sql`p.deleted_at IS NULL
    AND (p.status = 'approved' OR p.author_id = ${viewer?.uid ?? 0} OR ${isAdmin(viewer) ? 1 : 0})`
}

/** A post that the viewer may not see is `not_found`, in the API and on pages. */
export async function visiblePost(
  db: Database,
  viewer: Viewer | null,
  id: number,
): Promise<FullRow> {
  return db.read(visiblePostOf(viewer, id))
}

/**
 * The viewer's own post in any status, but not in the bin. A post of another user is `not_found`.
 */
export function ownPostOf(viewer: ViewerId, id: number): Group<FullRow> {
  return found(postById(fullColumns, id, sql`p.author_id = ${viewer.uid} AND p.deleted_at IS NULL`))
}

export async function ownPost(db: Database, viewer: ViewerId, id: number): Promise<FullRow> {
  return db.read(ownPostOf(viewer, id))
}

/** Any post that is not deleted, for routes behind the guard `admin`. */
export function anyPost(id: number): Group<FullRow> {
  return found(postById(fullColumns, id, sql`p.deleted_at IS NULL`))
}

/** A condition for the post `p`: its author deleted it and can restore it. */
export const isInBin: SQL = sql`EXISTS (
  SELECT 1 FROM post_bin b WHERE b.deleted_at = p.deleted_at AND b.post_id = p.id)`

/** An author can restore a deleted post for this many days. */
export const BIN_DAYS = 30

/** When the cron erases a post that was deleted at this time. */
export function eraseTime(deletedAt: string): string {
  return after(new Date(deletedAt), BIN_TIME).toISOString()
}

const BIN_TIME = BIN_DAYS * DAY

/** Posts deleted before this time cannot be restored, also if the cron has not erased them yet. */
export function binnedSince(now: Date): string {
  return after(now, -BIN_TIME).toISOString()
}

/**
 * Any post that is not deleted, or that its author can restore. A lock also applies to a post in
 * the bin.
 */
export function anyPostOrBinned(id: number): Group<FullRow> {
  return found(postById(fullColumns, id, sql`(p.deleted_at IS NULL OR ${isInBin})`))
}

/** A public post. Only public posts accept likes, comments, favourites and energy. */
export function publicPostOf(id: number): Statement<{ id: number; author_id: number }> {
  return sql`SELECT p.id, p.author_id FROM posts p WHERE p.id = ${id} AND ${isPublic}`
}

export const postPath = (id: number) => `/posts/${id}`

export const markdownPath = (path: string) => `${path}.md`

/**
 * The page of a tag. Browsers resolve `/tags/..` to the parent path, even if it is escaped, and
 * `/tags/x.md` is the Markdown of another tag. The path of such a tag has the name as a query
 * parameter.
 */
export function tagPath(name: string): string {
  return isDots(name) || name.endsWith('.md')
    ? listPath('/posts', { tag: name })
    : `/tags/${encodeURIComponent(name)}`
}

export const seriesPath = (id: number) => `/series/${id}`
export const seriesFeedPath = (id: number) => `/series/${id}/feed.xml`

export const authorFeedPath = (uid: number) => `/space/${uid}/feed.xml`

/** The tags `.` and `..` cannot be in a path, so they get the feed of the site. */
export function tagFeedPath(name: string): string {
  return isDots(name) ? '/feed.xml' : `/tags/${encodeURIComponent(name)}/feed.xml`
}

/** The posts of followed authors, tags and series, on either page that has a tab for them. */
export const followingPath = (list: '/' | '/posts') => `${list}?feed=following`

/** The filters of a list of posts. */
export interface PostFilters {
  tag?: string | undefined
  author?: number | undefined
  /**
   * Filters the list of all posts and the list of a tag. The list of an author has all languages.
   */
  language?: PostLanguage | undefined
}

/** The URL of a list. Filters that are not set and the default order are left out. */
export function listPath(
  path: string,
  { sort, tag, author, language }: PostFilters & { sort?: 'new' | 'hot' },
): string {
  const query = new URLSearchParams({
    ...(sort === 'hot' && { sort }),
    ...(tag !== undefined && { tag }),
    ...(author !== undefined && { author: String(author) }),
    ...(language && { language }),
  })
  return query.size === 0 ? path : `${path}?${query}`
}

const isDots = (name: string) => name === '.' || name === '..'
