import { and, type SQL, sql } from 'drizzle-orm'
import { behind, type Group, group } from '#db/client.ts'
import { unlessBlocked } from '#features/core/blocks/block.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { postsKey } from '#features/publishing/lists/list.ts'
import { unlessMadeByAi } from '#features/publishing/posts/ai.ts'
import { LISTED_LANGUAGES } from '#features/publishing/posts/language.ts'
import {
  asListedPost,
  isPublic,
  type ListedPost,
  type ListedRow,
  listedColumns,
} from '#features/publishing/posts/post.ts'
import type { Language } from '#kernel/i18n.ts'
import { type Cursor, type Page, type PageRequest, pageOf } from '#kernel/paging.ts'
import { TAGS_MAX } from '#kernel/post-limits.ts'

/**
 * The feed shows posts of at most this many authors. These are the ones that the viewer followed
 * last.
 */
export const FOLLOWED_IN_FEED = 500

type FeedRow = ListedRow & { key: string; is_listed: 0 | 1 }

/**
 * Posts of the people, tags and series that a user follows, newest first, each post once.
 *
 * The feed is computed when it is read. Copying every post to all followers would make reads
 * cheaper, but publishing or locking a post of an author with 100,000 followers would write 100,000
 * rows in one command. Here a page costs one row for each followed person, tag or series and a few
 * for each listed post, independent of how much they have published. Each source is read by its own
 * keyset query for as many entries as a page needs. The newest of all entries are the page, and
 * only their posts are read.
 */
export function followingFeed(
  viewer: Viewer,
  request: PageRequest,
  language: Language,
): Group<Page<ListedPost>> {
  const { uid } = viewer
  const sources = [ofPeople(viewer, request), ofSeries(viewer, request), ofTags(viewer, request)]
  // Tags are sorted by the publication here, people and series by the first publication anywhere. A
  // post of both kinds would have two entries and could be on two pages, so only the entry of the
  // person or series lists it.
  const isFollowed = sql`
    EXISTS (SELECT 1 FROM user_follows WHERE follower_id = ${uid} AND followed_id = p.author_id)
    OR EXISTS (SELECT 1 FROM series_posts m JOIN series_follows f ON f.user_id = ${uid} AND f.series_id = m.series_id
      WHERE m.post_id = p.id)`
  const isListed = sql`(${keyOf(sql`p.listed_at`, sql`p.id`)} = newest.key OR NOT (${isFollowed}))`
  const rows = sql<FeedRow>`
    WITH newest AS MATERIALIZED (
      ${sql.join(sources, sql` UNION `)} ORDER BY key DESC LIMIT ${request.limit + 1}
    )
    SELECT newest.key, ${isListed} AS is_listed,
      ${listedColumns}, p.first_published_at
    FROM newest CROSS JOIN posts p ON p.id = ${idIn(sql`newest.key`)}
      CROSS JOIN users u ON u.uid = p.author_id
    ORDER BY newest.key DESC`
  return group({ rows }, ({ rows }) => {
    const { items, next_cursor } = pageOf(
      postsKey({ sort: 'new' }),
      rows,
      request,
      cursorOf,
      (row) => row,
    )
    return {
      items: items.filter((row) => row.is_listed).map((row) => asListedPost(row, language)),
      next_cursor,
    }
  })
}

function cursorOf({ key }: FeedRow): Cursor {
  return [key.slice(0, TIME_LENGTH), Number(key.slice(TIME_LENGTH))]
}

const TIME_LENGTH = '2026-01-01T00:00:00.000Z'.length

/**
 * Time and id in one value that sorts like the pair, so that two posts of one millisecond keep
 * their order.
 */
function keyOf(time: SQL, id: SQL): SQL {
  return sql`${time} || printf('%015d', ${id})`
}

const idIn = (key: SQL): SQL => sql`CAST(substr(${key}, ${TIME_LENGTH + 1}) AS INTEGER)`

function ofPeople(viewer: Viewer, request: PageRequest): SQL {
  return newestOf(
    sql`SELECT followed_id AS range, NULL AS language FROM user_follows
        WHERE follower_id = ${viewer.uid} ORDER BY created_at DESC, followed_id DESC LIMIT ${FOLLOWED_IN_FEED}`,
    {
      from: sql`posts p INDEXED BY posts_of_author_new`,
      where: and(sql`p.author_id = r.range AND ${isPublic}`, unlessMadeByAi(viewer, sql`p.id`)),
      time: sql`p.listed_at`,
      id: sql`p.id`,
    },
    request,
  )
}

function ofSeries(viewer: Viewer, request: PageRequest): SQL {
  return newestOf(
    sql`SELECT series_id AS range, NULL AS language FROM series_follows WHERE user_id = ${viewer.uid}`,
    {
      from: sql`series_posts m INDEXED BY series_posts_new`,
      where: and(
        sql`m.series_id = r.range AND m.listed_at IS NOT NULL`,
        unlessMadeByAi(viewer, sql`m.post_id`),
      ),
      time: sql`m.listed_at`,
      id: sql`m.post_id`,
    },
    request,
  )
}

function ofTags(viewer: Viewer, request: PageRequest): SQL {
  return newestOf(
    sql`SELECT f.tag_key AS range, l.value AS language FROM tag_follows f, json_each(${JSON.stringify(LISTED_LANGUAGES)}) l
        WHERE f.user_id = ${viewer.uid}`,
    {
      // The primary key has this order.
      from: sql`post_tags t NOT INDEXED`,
      where: and(
        sql`t.tag_key = r.range AND t.language = r.language`,
        unlessBlocked(viewer, sql`t.author_id`),
        unlessMadeByAi(viewer, sql`t.post_id`),
      ),
      time: sql`t.published_at`,
      id: sql`t.post_id`,
    },
    request,
  )
}

interface Entries {
  from: SQL
  /** The condition that selects the entries of the range `r`. */
  where: SQL | undefined
  time: SQL
  id: SQL
}

/**
 * The keys of the newest posts of many ranges of an index. The recursive query is a priority queue,
 * which SQLite keeps sorted. It begins with the newest entry of each range. Each step takes the
 * newest of all and adds the next entry of its range. So a page costs one row per range and one per
 * entry, however many posts there are. A second ORDER BY would read the queue to its end.
 */
function newestOf(ranges: SQL, { from, where, time, id }: Entries, request: PageRequest): SQL {
  const count = request.limit + 1
  const newest = (before: SQL | undefined) => sql`
    (SELECT ${keyOf(time, id)} FROM ${from} WHERE ${and(where, before)} ORDER BY ${time} DESC, ${id} DESC LIMIT 1)`
  const [takenTime, takenId] = [sql`substr(r.key, 1, ${TIME_LENGTH})`, idIn(sql`r.key`)]
  return sql`
    SELECT key FROM (
      WITH RECURSIVE queue AS (
        SELECT range, language, ${newest(behind(request, time, id))} AS key FROM (${ranges}) r
        UNION ALL
        SELECT range, language, ${newest(sql`(${time}, ${id}) < (${takenTime}, ${takenId})`)}
        FROM queue r WHERE r.key IS NOT NULL
        ORDER BY 3 DESC LIMIT ${count * TAGS_MAX}
      )
      SELECT DISTINCT key FROM queue WHERE key IS NOT NULL LIMIT ${count})`
}
