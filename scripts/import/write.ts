import { sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import { nextId } from '#db/ids.ts'
import { firstRank } from '#features/publishing/lists/hot-rank.ts'
import { storedAiLabel } from '#features/publishing/posts/ai.ts'
import type { Content } from '#features/publishing/posts/content.ts'
import { linkImages } from '#features/publishing/posts/create.ts'
import { freeImportKey } from '#features/publishing/posts/import-key.ts'
import { SERIES_POSTS_MAX } from '#features/publishing/series/series.ts'
import type { Account } from './accounts.ts'
import type { PlannedComment } from './comments.ts'
import type { PostTimes } from './content.ts'
import type { StoredImage } from './images.ts'

export interface PlannedPost {
  importKey: string
  account: Account
  content: Content
  /** The title of a series of the author, which is created if it is missing. */
  series: string | null
  times: PostTimes
  images: StoredImage[]
  comments: PlannedComment[]
  /** Old paths, in the form of `oldPathOf`. */
  paths: string[]
}

/** The maximum size of a JSON parameter in bytes. D1 accepts 2 MB. */
const LIST_BYTES = 500_000

/** The id of the post that this batch inserted last. */
const POST = sql`(SELECT MAX(id) FROM posts)`

/**
 * A post with everything that belongs to it, for one batch. The unique index of import keys is the
 * lock, so a repeated import never finds a post without its comments.
 */
export function statementsFor(post: PlannedPost, now: Date): Statement[] {
  return [
    ...imageRows(post, now),
    freeImportKey(uidOf(post.account), post.importKey, now),
    postRow(post),
    ...(post.content.imageKeys.length > 0 ? [linkImages(POST, post.content.imageKeys)] : []),
    ...seriesRows(post, now),
    ...redirectRows(post, now),
    ...commentRows(post.comments),
  ]
}

/** The approximate size of a post in a request. */
export function bytesOf({ content, comments }: PlannedPost): number {
  return content.body.length + comments.reduce((sum, { body }) => sum + body.length + 150, 2_000)
}

function imageRows({ account, images, times }: PlannedPost, now: Date): Statement[] {
  if (images.length === 0) return []
  const list = JSON.stringify(
    images.map(({ key, type, width, height, bytes }) => ({ key, type, width, height, bytes })),
  )
  // The row may exist already, because the author deleted an earlier post with the same image.
  return [
    sql`
      INSERT INTO images (key, user_id, purpose, type, width, height, bytes, created_at)
      SELECT value ->> 'key', ${uidOf(account)}, 'post', value ->> 'type', value ->> 'width', value ->> 'height',
        value ->> 'bytes', ${times.publishedAt ?? now.toISOString()}
      FROM json_each(${list}) WHERE TRUE
      ON CONFLICT (key) DO UPDATE SET unused_since = NULL`,
  ]
}

function postRow({ importKey, account, content, times }: PlannedPost): Statement {
  const { status, createdAt, updatedAt, publishedAt } = times
  return sql`
    INSERT INTO posts (id, author_id, status, title, summary, summary_is_own, cover_url, tags, reading_minutes, body,
      created_at, updated_at, published_at, hot, import_key, canonical_url, ai_made)
    VALUES (${nextId('posts')}, ${uidOf(account)}, ${status}, ${content.title}, ${content.summary},
      ${content.summaryIsOwn ? 1 : 0}, ${content.coverUrl}, ${JSON.stringify(content.tags)}, ${content.readingMinutes},
      ${content.body}, ${createdAt}, ${updatedAt}, ${publishedAt},
      ${publishedAt === null ? 0 : firstRank(new Date(publishedAt))}, ${importKey}, ${content.canonicalUrl},
      ${storedAiLabel(content.ai)})`
}

/**
 * Adds the post to the end of its series. The posts of a series come in their order. A series with
 * the same title, from this or an earlier run, is continued; a full series stays as it is.
 */
function seriesRows({ account, series }: PlannedPost, now: Date): Statement[] {
  if (series === null) return []
  const [uid, at] = [uidOf(account), now.toISOString()]
  const id = sql`(SELECT id FROM series WHERE user_id = ${uid} AND title = ${series} ORDER BY id LIMIT 1)`
  return [
    sql`INSERT INTO series (user_id, title, created_at, updated_at)
        SELECT ${uid}, ${series}, ${at}, ${at} WHERE ${id} IS NULL`,
    sql`INSERT INTO series_posts (post_id, series_id, position, listed_at)
        SELECT p.id, s.id, s.next, iif(p.status = 'approved', p.listed_at, NULL)
        FROM posts p JOIN (
          SELECT ${id} AS id, COUNT(*) AS posts, COALESCE(MAX(position) + 1, 0) AS next
          FROM series_posts WHERE series_id = ${id}) s
        WHERE p.id = ${POST} AND s.posts < ${SERIES_POSTS_MAX}`,
    sql`UPDATE series SET version = version + 1,
          parts = (SELECT COUNT(listed_at) FROM series_posts WHERE series_id = series.id)
        WHERE id = ${id}`,
  ]
}

function redirectRows({ paths }: PlannedPost, now: Date): Statement[] {
  if (paths.length === 0) return []
  return [
    sql`
      INSERT INTO redirects (path, post_id, created_at)
      SELECT value, ${POST}, ${now.toISOString()} FROM json_each(${JSON.stringify(paths)}) WHERE TRUE
      ON CONFLICT DO NOTHING`,
  ]
}

/**
 * Ids are consecutive within the batch, so the positions of roots and answered comments give their
 * ids.
 */
function commentRows(comments: readonly PlannedComment[]): Statement[] {
  const statements: Statement[] = []
  let list: object[] = []
  let [from, bytes] = [0, 0]
  const end = () => {
    // When this statement runs, the table has the `from` comments that earlier statements inserted.
    const base = sql`((SELECT COALESCE(MAX(id), 0) FROM comments) - ${from})`
    if (list.length > 0)
      statements.push(sql`
        INSERT INTO comments (id, post_id, root_id, reply_to_id, author_id, body, created_at)
        SELECT base + (value ->> 'n'), ${POST}, base + (value ->> 'root'), base + (value ->> 'replyTo'), value ->> 'uid',
          value ->> 'body', value ->> 'at'
        FROM (SELECT ${base} AS base), json_each(${JSON.stringify(list)}) ORDER BY json_each.key`)
    from += list.length
    ;[list, bytes] = [[], 0]
  }
  for (const [n, { account, body, createdAt, root, replyTo }] of comments.entries()) {
    if (bytes + 4 * body.length > LIST_BYTES) end()
    list.push({
      n: n + 1,
      root: idOf(root),
      replyTo: idOf(replyTo),
      uid: uidOf(account),
      body,
      at: createdAt,
    })
    bytes += 4 * body.length + 150
  }
  end()
  return statements
}

/** Numbers of comments begin at 1, positions at 0. */
const idOf = (position: number | null) => (position === null ? null : position + 1)

function uidOf({ uid, name }: Account): number {
  if (uid === null) throw new Error(`the account ${name} does not exist yet`)
  return uid
}
