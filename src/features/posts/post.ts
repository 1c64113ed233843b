import { and, type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import type { PostRow } from '#db/schema/posts.ts'
import { asUserRef, type PublicColumns } from '#features/people/user-ref.ts'
import type { Post, PostCard } from '#features/posts/shapes.ts'
import { namesOf } from '#features/posts/tags.ts'
import { withAllowedImages } from '#kernel/html/images.ts'
import { safeImageSource } from '#kernel/html/urls.ts'
import type { Language } from '#kernel/i18n.ts'

/** A post as lists need it, joined with its author. No column of the author has the name of a column of the post. */
export type CardRow = Omit<PostRow, 'body' | 'summary_is_own' | 'lock_reason'> & AuthorColumns

interface AuthorColumns {
  author_username: string | null
  author_avatar_key: string | null
  author_exp: number
  author_status: PublicColumns['status']
}

export type FullRow = CardRow & Pick<PostRow, 'body' | 'summary_is_own' | 'lock_reason'>

/** The columns of `SELECT … FROM posts p JOIN users u ON u.uid = p.author_id`, and the type of its row. */
export type Columns<Row> = SQL<Row>

export const cardColumns: Columns<CardRow> = sql.raw(`
  p.id, p.author_id, p.status, p.version, p.title, p.summary, p.cover_url, p.tags, p.reading_minutes,
  p.likes_count, p.dislikes_count, p.comments_count, p.favorites_count, p.energy, p.hot, p.reject_reason, p.locked_from,
  p.edit_unseen_since, p.created_at, p.updated_at, p.edited_at, p.published_at, p.deleted_at,
  u.username AS author_username, u.avatar_key AS author_avatar_key, u.exp AS author_exp, u.status AS author_status`) as Columns<CardRow>

export const fullColumns: Columns<FullRow> = sql`${cardColumns}, p.summary_is_own, p.lock_reason, p.body`

/** One post with its author; `isThere` is a further condition, such as who may see it or in which state. */
export function postById<Row>(columns: Columns<Row>, id: number | SQL, isThere?: SQL): Statement<Row> {
  return sql`
    SELECT ${columns} FROM posts p JOIN users u ON u.uid = p.author_id WHERE ${and(sql`p.id = ${id}`, isThere)}`
}

export function asPostCard(row: CardRow, language: Language): PostCard {
  const author = authorOf(row, language)
  return {
    id: row.id,
    title: row.title,
    summary: row.summary,
    cover_url: row.cover_url && safeImageSource(row.cover_url),
    tags: namesOf(row.tags),
    author,
    author_name: `${author.display_name} (${author.uid})`,
    status: row.status,
    likes_count: row.likes_count,
    dislikes_count: row.dislikes_count,
    comments_count: row.comments_count,
    favorites_count: row.favorites_count,
    energy: row.energy,
    published_at: row.published_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

export function asPost(row: FullRow, language: Language): Post {
  const { version, reject_reason, edited_at } = row
  return { ...asPostCard(row, language), body: withAllowedImages(row.body), version, reject_reason, edited_at }
}

function authorOf(row: CardRow, language: Language) {
  const { author_id: uid, author_username: username, author_avatar_key: avatar_key } = row
  return asUserRef({ uid, username, avatar_key, exp: row.author_exp, status: row.author_status }, language)
}
