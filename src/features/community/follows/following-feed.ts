import { and, type SQL, sql } from 'drizzle-orm'
import { behind, type Group, group, type Statement } from '#db/client.ts'
import { unlessBlocked } from '#features/core/blocks/block.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { postsKey } from '#features/publishing/lists/list.ts'
import { LISTED_LANGUAGES } from '#features/publishing/posts/language.ts'
import {
  asListedPost,
  isPublic,
  type ListedPost,
  type ListedRow,
  listedColumns,
} from '#features/publishing/posts/post.ts'
import type { Language } from '#kernel/i18n.ts'
import { type Cursor, encodeCursor, type Page, type PageRequest, pageOf } from '#kernel/paging.ts'

/** The feed shows posts of at most this many authors: those that the viewer followed last. */
export const FOLLOWED_IN_FEED = 500

type FeedRow = ListedRow & { key: string; is_listed: 0 | 1 }

/**
 * Posts of the people, tags and series that a user follows, newest first, each post once.
 *
 * The feed is computed when it is read. Copying every post to all followers would make reads cheaper, but publishing or
 * locking a post of an author with 100,000 followers would write 100,000 rows in one command. Each source is read by its own
 * keyset query with at most one row more than the page, and the pages are merged here.
 */
export function followingFeed(viewer: Viewer, request: PageRequest, language: Language): Group<Page<ListedPost>> {
  const sources = {
    people: ofPeople(viewer.uid, request),
    series: ofSeries(viewer.uid, request),
    tags: ofTags(viewer, request),
  }
  return group(sources, (read) => merged(Object.values(read), request, language))
}

/** A source that is cut says nothing about older posts, so the page ends where the first source does. */
function merged(sources: FeedRow[][], request: PageRequest, language: Language): Page<ListedPost> {
  const list = postsKey({ sort: 'new' })
  const ends = sources.flatMap((rows) => (rows.length > request.limit ? (rows.at(-1)?.key ?? []) : []))
  const end = ends.toSorted().at(-1) ?? ''
  const known = new Map<number, FeedRow>()
  for (const row of sources.flat()) if (row.is_listed && row.key >= end) known.set(row.id, row)
  const rows = [...known.values()].sort((one, other) => (one.key < other.key ? 1 : -1))
  const { items, next_cursor } = pageOf(list, rows, request, cursorOf, (row) => asListedPost(row, language))
  const isCut = next_cursor === null && end !== ''
  return { items, next_cursor: isCut ? encodeCursor(list, cursorOf({ key: end })) : next_cursor }
}

function cursorOf({ key }: Pick<FeedRow, 'key'>): Cursor {
  return [key.slice(0, TIME_LENGTH), Number(key.slice(TIME_LENGTH))]
}

const TIME_LENGTH = '2026-01-01T00:00:00.000Z'.length

function ofPeople(uid: number, request: PageRequest): Statement<FeedRow> {
  return newestOf(
    sql`SELECT followed_id AS uid FROM user_follows
        WHERE follower_id = ${uid} ORDER BY created_at DESC, followed_id DESC LIMIT ${FOLLOWED_IN_FEED}`,
    {
      from: sql`posts p INDEXED BY posts_of_author_new`,
      where: sql`p.author_id = r.uid AND ${isPublic}`,
      time: sql`p.listed_at`,
      id: sql`p.id`,
    },
    request,
  )
}

function ofSeries(uid: number, request: PageRequest): Statement<FeedRow> {
  return newestOf(
    sql`SELECT series_id FROM series_follows WHERE user_id = ${uid}`,
    {
      from: sql`series_posts m INDEXED BY series_posts_new`,
      where: sql`m.series_id = r.series_id AND m.listed_at IS NOT NULL`,
      time: sql`m.listed_at`,
      id: sql`m.post_id`,
    },
    request,
  )
}

/**
 * Tags are sorted by the publication here, and people and series by the first publication anywhere. So an imported post is not in
 * the posts of the tags: it is as old as its first publication, and would be on two pages.
 */
function ofTags(viewer: Viewer, request: PageRequest): Statement<FeedRow> {
  return newestOf(
    sql`SELECT f.tag_key, l.value AS language FROM tag_follows f, json_each(${JSON.stringify(LISTED_LANGUAGES)}) l
        WHERE f.user_id = ${viewer.uid}`,
    {
      // In the order of the primary key.
      from: sql`post_tags t NOT INDEXED`,
      where: and(sql`t.tag_key = r.tag_key AND t.language = r.language`, unlessBlocked(viewer, sql`t.author_id`)),
      time: sql`t.published_at`,
      id: sql`t.post_id`,
    },
    request,
    sql`p.first_published_at IS NULL`,
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
 * The newest posts of many ranges of an index. A page costs one row per range and a few per listed post, however many posts there
 * are:
 *
 * 1. Read the newest entry of each range. Each post of a page of n posts is in one of the n ranges with the most recent ones.
 * 2. Read at most n entries of each of these n ranges, none older than the oldest of their newest entries.
 */
function newestOf(
  ranges: SQL,
  { from, where, time, id }: Entries,
  request: PageRequest,
  isListed: SQL = sql`TRUE`,
): Statement<FeedRow> {
  const count = request.limit + 1
  // Time and id in one value that sorts like the pair, so that two posts of one millisecond keep their order.
  const key = sql`${time} || printf('%015d', ${id})`
  const before = behind(request, time, id)
  const order = sql`ORDER BY ${time} DESC, ${id} DESC`
  return sql`
    WITH ranges AS MATERIALIZED (
      SELECT r.*, (SELECT ${key} FROM ${from} WHERE ${and(where, before)} ${order} LIMIT 1) AS newest
      FROM (${ranges}) r ORDER BY newest DESC LIMIT ${count}
    ), floor AS MATERIALIZED (
      SELECT iif(COUNT(newest) = ${count}, substr(MIN(newest), 1, ${TIME_LENGTH}), '') AS time FROM ranges
    ), shown AS MATERIALIZED (
      SELECT DISTINCT entry.value AS key
      FROM ranges r CROSS JOIN json_each((
        SELECT json_group_array(key) FROM (
          SELECT ${key} AS key FROM ${from}
          WHERE ${and(where, sql`${time} >= (SELECT time FROM floor)`, before)} ${order} LIMIT ${count}))) entry
      WHERE r.newest IS NOT NULL ORDER BY key DESC LIMIT ${count}
    )
    SELECT shown.key, ${isListed} AS is_listed, ${listedColumns}, p.first_published_at
    FROM shown CROSS JOIN posts p ON p.id = CAST(substr(shown.key, ${TIME_LENGTH + 1}) AS INTEGER)
      CROSS JOIN users u ON u.uid = p.author_id
    ORDER BY shown.key DESC`
}
