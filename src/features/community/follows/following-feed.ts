import { and, type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import { behind } from '#db/conditions.ts'
import { type ListedRow, listedColumns } from '#features/publishing/posts/post.ts'
import { isPublic } from '#features/publishing/posts/visibility.ts'
import type { PageRequest } from '#kernel/paging.ts'

/** The feed shows posts of at most this many authors: the ones that the viewer followed last. */
export const FOLLOWED_IN_FEED = 500
/** The home page asks fewer of them: what it costs does not grow with whom somebody follows. */
const FOLLOWED_ON_HOME = 12

/**
 * Posts of the people somebody follows, newest first.
 *
 * It is put together when it is read. Copying every post to all followers when it is published would make a read
 * cheaper, but a post of somebody with a hundred thousand followers would be a hundred thousand writes in one command,
 * and as many again when it is locked. Here a page costs three rows for each person followed, and some for each post
 * shown; how much these people have ever written does not matter:
 *
 * 1. The newest post of each person. Of a page of n posts, each is by one of the n people whose newest is newest.
 * 2. At most n of each of those n, and none that is older than the oldest of their newest.
 */
export function followingFeed(uid: number, request: PageRequest): Statement<ListedRow> {
  const before = behind(request, sql`p.published_at`, sql`p.id`)
  const count = request.limit + 1
  return sql`
    WITH authors AS MATERIALIZED (
      ${newestOfEach(uid, FOLLOWED_IN_FEED, before)} ORDER BY newest DESC LIMIT ${count}
    ), floor AS MATERIALIZED (
      SELECT iif(COUNT(newest) = ${count}, substr(MIN(newest), 1, ${TIME_LENGTH}), '') AS published_at FROM authors
    ), shown AS (
      SELECT p.id FROM authors a CROSS JOIN posts p ON p.id IN (
        SELECT p.id FROM posts p INDEXED BY posts_of_author_new
        WHERE ${and(sql`p.author_id = a.uid`, isPublic, sql`p.published_at >= (SELECT published_at FROM floor)`, before)}
        ORDER BY p.published_at DESC, p.id DESC LIMIT ${count})
      ORDER BY p.published_at DESC, p.id DESC LIMIT ${count}
    )
    SELECT ${listedColumns}
    FROM shown CROSS JOIN posts p ON p.id = shown.id CROSS JOIN users u ON u.uid = p.author_id
    ORDER BY p.published_at DESC, p.id DESC`
}

/** For the home page: the newest post of each, of so many posts those that are newest. */
export function newestOfFollowed(uid: number, posts: number): Statement<ListedRow> {
  return sql`
    WITH authors AS MATERIALIZED (
      ${newestOfEach(uid, FOLLOWED_ON_HOME)} ORDER BY newest DESC LIMIT ${posts}
    )
    SELECT ${listedColumns} FROM authors a
    CROSS JOIN posts p ON p.id = CAST(substr(a.newest, ${TIME_LENGTH + 1}) AS INTEGER)
    CROSS JOIN users u ON u.uid = p.author_id
    ORDER BY a.newest DESC`
}

/** Whom somebody followed last, each with the sort key of their newest post, from the index alone. */
function newestOfEach(uid: number, authors: number, before?: SQL): SQL {
  return sql`
    SELECT uid, (
      SELECT ${SORT_KEY} FROM posts p INDEXED BY posts_of_author_new
      WHERE ${and(sql`p.author_id = uid`, isPublic, before)}
      ORDER BY p.published_at DESC, p.id DESC LIMIT 1) AS newest
    FROM (
      SELECT followed_id AS uid FROM user_follows
      WHERE follower_id = ${uid} ORDER BY created_at DESC, followed_id DESC LIMIT ${authors})`
}

/** Moment and id in one value that sorts like the pair: two posts of one millisecond keep their order. */
const SORT_KEY: SQL = sql.raw(`p.published_at || printf('%015d', p.id)`)
const TIME_LENGTH = '2026-01-01T00:00:00.000Z'.length
