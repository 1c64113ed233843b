import { and, type SQL, sql } from 'drizzle-orm'
import { behind, type Statement } from '#db/client.ts'
import { isPublic, type ListedRow, listedColumns } from '#features/publishing/posts/post.ts'
import type { PageRequest } from '#kernel/paging.ts'

/** The feed shows posts of at most this many authors: those that the viewer followed last. */
export const FOLLOWED_IN_FEED = 500

/**
 * Posts by the users that a user follows, newest first.
 *
 * The feed is computed when it is read. Copying every post to all followers would make reads cheaper, but publishing or
 * locking a post of an author with 100,000 followers would write 100,000 rows in one command. Here a page costs three
 * rows per followed user and a few per listed post, independent of how much these users have written:
 *
 * 1. Read the newest post of each followed user. Each post of a page of n posts is by one of the n users with the most
 * recent newest posts.
 * 2. Read at most n posts of each of these n users, none older than the oldest of their newest posts.
 */
export function followingFeed(uid: number, request: PageRequest): Statement<ListedRow> {
  const before = behind(request, sql`p.listed_at`, sql`p.id`)
  const count = request.limit + 1
  return sql`
    WITH authors AS MATERIALIZED (
      ${newestOfEach(uid, before)} ORDER BY newest DESC LIMIT ${count}
    ), floor AS MATERIALIZED (
      SELECT iif(COUNT(newest) = ${count}, substr(MIN(newest), 1, ${TIME_LENGTH}), '') AS listed_at FROM authors
    ), shown AS (
      SELECT p.id FROM authors a CROSS JOIN posts p ON p.id IN (
        SELECT p.id FROM posts p INDEXED BY posts_of_author_new
        WHERE ${and(sql`p.author_id = a.uid`, isPublic, sql`p.listed_at >= (SELECT listed_at FROM floor)`, before)}
        ORDER BY p.listed_at DESC, p.id DESC LIMIT ${count})
      ORDER BY p.listed_at DESC, p.id DESC LIMIT ${count}
    )
    SELECT ${listedColumns}, p.listed_at, p.first_published_at
    FROM shown CROSS JOIN posts p ON p.id = shown.id CROSS JOIN users u ON u.uid = p.author_id
    ORDER BY p.listed_at DESC, p.id DESC`
}

/** The authors that the user followed last, each with the sort key of their newest post. Reads only the index. */
function newestOfEach(uid: number, before: SQL | undefined): SQL {
  return sql`
    SELECT uid, (
      SELECT ${SORT_KEY} FROM posts p INDEXED BY posts_of_author_new
      WHERE ${and(sql`p.author_id = uid`, isPublic, before)}
      ORDER BY p.listed_at DESC, p.id DESC LIMIT 1) AS newest
    FROM (
      SELECT followed_id AS uid FROM user_follows
      WHERE follower_id = ${uid} ORDER BY created_at DESC, followed_id DESC LIMIT ${FOLLOWED_IN_FEED})`
}

/** Time and id in one value that sorts like the pair, so that two posts of one millisecond keep their order. */
const SORT_KEY: SQL = sql.raw(`p.listed_at || printf('%015d', p.id)`)
const TIME_LENGTH = '2026-01-01T00:00:00.000Z'.length
