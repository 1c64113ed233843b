import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Database, Statement } from '#db/client.ts'
import { nameTheLimit } from '#db/refusals.ts'
import type { ViewerId } from '#features/core/people/viewer.ts'
import { AppError } from '#kernel/errors.ts'
import { tagKey } from '#kernel/post-limits.ts'

/**
 * The maximum number of followed tags, and of followed series. The triggers tag_follows_so_many and
 * series_follows_so_many enforce it.
 */
export const FOLLOWED_TOPICS_MAX = 100

export type Topic = { tag: string } | { series: number }

export const FollowedTopicsShape = z
  .object({
    tags: z.array(z.object({ name: z.string(), followed_at: z.iso.datetime() })),
    series: z.array(z.object({ id: z.int(), title: z.string(), followed_at: z.iso.datetime() })),
  })
  .meta({ id: 'FollowedTopics' })
export type FollowedTopics = z.infer<typeof FollowedTopicsShape>

/**
 * Toggles the follow of a tag or series, and returns whether the user now follows it. Only tags in
 * use and series with public posts can be followed. The triggers series_follows_not_* refuse,
 * user_blocks_end_series_follows ends follows, and series_follows_count_* count.
 */
export async function toggleTopic(
  db: Database,
  { uid }: ViewerId,
  topic: Topic,
  now: Date,
): Promise<boolean> {
  const { table, column, key, isThere } = rowsOf(topic)
  const [, , [row]] = await db
    .batch([
      sql`DELETE FROM ${table} WHERE user_id = ${uid} AND ${column} = ${key}`,
      sql`
        INSERT INTO ${table} (user_id, ${column}, created_at)
        SELECT ${uid}, ${key}, ${now.toISOString()} WHERE changes() = 0 AND ${isThere}`,
      sql<{
        is_there: 0 | 1
        following: 0 | 1
      }>`SELECT ${isThere} AS is_there, ${follows(sql`${uid}`, topic)} AS following`,
    ])
    .catch(nameTheLimit('tag' in topic ? 'tag' : 'id', 'too_many', FOLLOWED_TOPICS_MAX))
  // The topic does not exist or has no public posts any more. A follow of it has ended.
  if (!row?.is_there) throw new AppError('not_found')
  return row.following === 1
}

/**
 * A condition: the user follows the topic. `uid` is an SQL expression, so that it can be read
 * together with the session.
 */
export function follows(uid: SQL, topic: Topic): Statement {
  const { table, column, key } = rowsOf(topic)
  return sql`EXISTS (SELECT 1 FROM ${table} WHERE user_id = ${uid} AND ${column} = ${key})`
}

function rowsOf(topic: Topic) {
  if ('series' in topic) {
    const isThere = sql`EXISTS (SELECT 1 FROM series WHERE id = ${topic.series} AND parts > 0)`
    return {
      table: sql.raw('series_follows'),
      column: sql.raw('series_id'),
      key: topic.series,
      isThere,
    }
  }
  const key = tagKey(topic.tag)
  const isThere = sql`EXISTS (SELECT 1 FROM tags WHERE tag_key = ${key} AND posts_count > 0)`
  return { table: sql.raw('tag_follows'), column: sql.raw('tag_key'), key, isThere }
}

/**
 * All tags and series that a user follows, as parts of a larger read. There are at most a hundred
 * of each.
 */
export function followedTopics(uid: number): {
  [Kind in keyof FollowedTopics]: Statement<FollowedTopics[Kind][number]>
} {
  return {
    tags: sql<{ name: string; followed_at: string }>`
      SELECT t.name, f.created_at AS followed_at FROM tag_follows f JOIN tags t ON t.tag_key = f.tag_key
      WHERE f.user_id = ${uid} ORDER BY t.tag_key`,
    series: sql<{ id: number; title: string; followed_at: string }>`
      SELECT s.id, s.title, f.created_at AS followed_at FROM series_follows f JOIN series s ON s.id = f.series_id
      WHERE f.user_id = ${uid} ORDER BY s.title, s.id`,
  }
}

/**
 * For the interests that a new member chooses. If the tags would exceed the maximum, none is
 * followed.
 */
export function followTags(uid: number, names: readonly string[], now: Date): Statement {
  return sql`
    INSERT INTO tag_follows (user_id, tag_key, created_at)
    SELECT ${uid}, tag_key, ${now.toISOString()} FROM tags
    WHERE tag_key IN (SELECT value FROM json_each(${JSON.stringify(names.map(tagKey))})) AND posts_count > 0
      AND (SELECT COUNT(*) FROM tag_follows WHERE user_id = ${uid}) <= ${FOLLOWED_TOPICS_MAX - names.length}
    ON CONFLICT DO NOTHING`
}
