import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import type { UserRef } from '#features/core/people/user-ref.ts'
import { type ListQuery, listOf, topicOf } from '#features/publishing/lists/list.ts'
import {
  asPostCard,
  type CardRow,
  type Columns,
  cardColumns,
  type PostCard,
} from '#features/publishing/posts/post.ts'
import type { DescribedTag } from '#features/publishing/tags/tags.ts'
import { AppError } from '#kernel/errors.ts'
import { withFormulas } from '#kernel/formulas/formulas.ts'
import { withAllowedImages } from '#kernel/html/images.ts'
import type { Language } from '#kernel/i18n.ts'

export const FEED_LENGTH = 20
/**
 * The feed contains only the summary of a longer post. Twenty long posts would be megabytes for
 * every subscriber, every hour.
 */
const CONTENT_MAX = 100_000

export interface FeedPost extends PostCard {
  /** The time of creation if the post has never been published. */
  published_at: string
  edited_at: string | null
  /** Null for a long post, of which the feed contains only the summary. */
  body: string | null
}

interface FeedContent {
  posts: FeedPost[]
  /** Null if the feed is not limited to a tag. */
  tag: DescribedTag | null
  /** Null if the feed is not limited to an author. */
  author: UserRef | null
}

export type FeedRow = CardRow & { edited_at: string | null; feed_body: string | null }

export const feedColumns: Columns<FeedRow> = sql`
  ${cardColumns}, p.edited_at, iif(length(p.body) <= ${CONTENT_MAX}, p.body, NULL) AS feed_body`

/**
 * The newest posts of the site, of a tag or of an author, in one round trip. A tag or author that
 * does not exist is `not_found`.
 */
export async function feedContent(
  db: Database,
  of: Pick<ListQuery, 'tag' | 'author'>,
  language: Language,
): Promise<FeedContent> {
  const newest = listOf(
    feedColumns,
    { sort: 'new', ...of },
    { limit: FEED_LENGTH - 1, after: null },
  )
  const { rows, tag, author } = await db.read({ rows: newest, ...topicOf(of, language) })
  if ((of.tag !== undefined && !tag) || (of.author !== undefined && !author))
    throw new AppError('not_found')
  return { posts: rows.map((row) => asFeedPost(row, language)), tag, author }
}

export function asFeedPost(row: FeedRow, language: Language): FeedPost {
  const { published_at, created_at, edited_at, feed_body } = row
  return {
    ...asPostCard(row, null, language),
    published_at: published_at ?? created_at,
    edited_at,
    // Feed readers remove MathML.
    body: feed_body && withFormulas(withAllowedImages(feed_body)),
  }
}
