import { and, type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import type { PostRow } from '#db/schema/posts.ts'
import { asUserRef, type PublicColumns } from '#features/core/people/user-ref.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import type { Post, PostCard } from '#features/publishing/posts/shapes.ts'
import { namesOf } from '#features/publishing/tags/tags.ts'
import { withAllowedImages } from '#kernel/html/images.ts'
import { safeImageSource } from '#kernel/html/urls.ts'
import type { Language } from '#kernel/i18n.ts'
import { isAdmin } from '#kernel/roles.ts'

/** A post in a list, joined with its author. No column name of the author equals a column name of the post. */
export type ListedRow = AuthorColumns &
  Pick<
    PostRow,
    'id' | 'author_id' | 'title' | 'summary' | 'cover_url' | 'tags' | 'reading_minutes' | 'energy' | 'hot'
  > &
  Pick<PostRow, 'likes_count' | 'comments_count' | 'favorites_count' | 'created_at' | 'published_at'> & {
    /** Null if the site does not show views to readers. */
    views: number | null
  }

/** A post in lists of the API. */
export type CardRow = ListedRow & Pick<PostRow, 'status' | 'dislikes_count' | 'updated_at'> & { views_count: number }

/** A post in the lists of its author and of admins. */
export type ReviewRow = CardRow & Pick<PostRow, 'version' | 'reject_reason' | 'edit_unseen_since' | 'edited_at'>

interface AuthorColumns {
  author_username: string | null
  author_avatar_key: string | null
  author_exp: number
  author_status: PublicColumns['status']
}

export type FullRow = ReviewRow &
  Pick<PostRow, 'body' | 'canonical_url' | 'summary_is_own' | 'lock_reason' | 'locked_from' | 'deleted_at'> &
  Scheduled

/** When a draft will be published. */
export interface Scheduled {
  publish_at: string | null
}

/** The columns of `SELECT … FROM posts p JOIN users u ON u.uid = p.author_id`, and the type of its row. */
export type Columns<Row> = SQL<Row>

/** A post without views has no row. */
const VIEWS = 'COALESCE((SELECT views FROM post_views WHERE post_id = p.id), 0)'

// Only the columns that are shown: transferring cells is half of the cost of a list.
export const listedColumns: Columns<ListedRow> = sql.raw(`
  p.id, p.author_id, p.title, p.summary, p.cover_url, p.tags, p.reading_minutes, p.likes_count, p.comments_count,
  p.favorites_count, p.energy, p.hot, p.created_at, p.published_at,
  iif((SELECT value FROM site_settings WHERE key = 'views.public'), ${VIEWS}, NULL) AS views,
  u.username AS author_username, u.avatar_key AS author_avatar_key, u.exp AS author_exp, u.status AS author_status`) as Columns<ListedRow>

export const cardColumns: Columns<CardRow> = sql`
  ${listedColumns}, p.status, p.dislikes_count, p.updated_at, ${sql.raw(VIEWS)} AS views_count`

export const reviewColumns: Columns<ReviewRow> = sql`
  ${cardColumns}, p.version, p.reject_reason, p.edit_unseen_since, p.edited_at`

/** Looked up for drafts only, so that readers do not pay for it. */
export const publishAt: Columns<Scheduled> = sql.raw(`
  iif(p.status = 'draft', (SELECT publish_at FROM post_schedules WHERE post_id = p.id), NULL) AS publish_at`) as Columns<Scheduled>

export const fullColumns: Columns<FullRow> = sql`
  ${reviewColumns}, ${publishAt}, p.locked_from, p.deleted_at, p.summary_is_own, p.lock_reason, p.body, p.canonical_url`

/** One post with its author. `isThere` is a further condition, such as the visibility or the status. */
export function postById<Row>(columns: Columns<Row>, id: number | SQL, isThere?: SQL): Statement<Row> {
  return sql`
    SELECT ${columns} FROM posts p JOIN users u ON u.uid = p.author_id WHERE ${and(sql`p.id = ${id}`, isThere)}`
}

/** The fields that lists on pages and lists of the API share. */
function asCard(row: ListedRow, language: Language) {
  const { id, title, summary, cover_url, likes_count, comments_count, favorites_count, energy } = row
  return {
    ...{ id, title, summary, likes_count, comments_count, favorites_count, energy },
    cover_url: cover_url && safeImageSource(cover_url),
    tags: namesOf(row.tags),
    author: authorOf(row, language),
    published_at: row.published_at,
    created_at: row.created_at,
  }
}

/** A post in lists on pages. */
export type ListedPost = ReturnType<typeof asListedPost>

export function asListedPost(row: ListedRow, language: Language) {
  return { ...asCard(row, language), reading_minutes: row.reading_minutes, views: row.views }
}

/** The reader of a post. While the site hides views, only the author and admins get them. */
type Reader = Pick<Viewer, 'uid' | 'role'> | null

/** For lists behind the guard `admin`. */
export const ANY_ADMIN: Reader = { uid: 0, role: 'admin' }

export function asPostCard(row: CardRow, reader: Reader, language: Language): PostCard {
  const { status, dislikes_count, updated_at } = row
  const seesViews = row.views !== null || reader?.uid === row.author_id || isAdmin(reader)
  const views_count = seesViews ? row.views_count : null
  const card = asCard(row, language)
  const author_name = `${card.author.display_name} (${card.author.uid})`
  return { ...card, author_name, status, dislikes_count, views_count, updated_at }
}

export function asPost(row: FullRow, reader: Reader, language: Language): Post {
  const { version, reject_reason, edited_at, publish_at, canonical_url } = row
  const body = withAllowedImages(row.body)
  return { ...asPostCard(row, reader, language), body, version, reject_reason, edited_at, publish_at, canonical_url }
}

function authorOf(row: ListedRow, language: Language) {
  const { author_id: uid, author_username: username, author_avatar_key: avatar_key } = row
  return asUserRef({ uid, username, avatar_key, exp: row.author_exp, status: row.author_status }, language)
}
