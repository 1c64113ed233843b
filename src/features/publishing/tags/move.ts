/*
 * Moves the posts, followers and subscribers of a tag that was renamed, merged or deleted. The
 * command adds an alias (change.ts) and moves the newest posts; the cron moves the others in
 * slices. The triggers posts_replace_aliases and
 * posts_replace_aliases_new replace the alias when a post is saved, so a slice
 * only saves its posts again. After each slice the database is consistent: every post is listed and
 * counted under the tags that it has. A failed or repeated run loses nothing.
 *
 * Public posts are found by their tag, newest first, so the first pages of the list are complete
 * after the first slice. Posts that are not public are in no index of tags. A walk through the ids,
 * from `unmoved` down to 0, finds them, and all posts of a tag whose spelling changed.
 */

import { type SQL, sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import type { TagAlias } from '#db/schema/publishing.ts'
import { LISTED_LANGUAGES } from '#features/publishing/posts/language.ts'

/** The slice of a command. A tag with fewer posts is complete with the response. */
const FIRST_SLICE = 50
/** The maximum of posts, of followers and of subscribers that one slice moves. */
const SLICE = 300
/** The posts of which a step of the walk reads the tags. */
const WALKED = 20_000
const SLICES_A_RUN = 10

/** The first slice, for the batch of a command. The alias is stored already. */
export function firstSlice(alias: string, into: string | null): Statement[] {
  if (alias === into) return []
  return [...moveReaders(alias, into, FIRST_SLICE), savePublicPosts(alias, FIRST_SLICE)]
}

/** For the cron: continues with the tags whose posts are not all moved. */
export async function continueTagMoves(db: Database): Promise<void> {
  for (let slice = 0; slice < SLICES_A_RUN; slice++) {
    const alias = await db.first(sql<Unmoved>`
      SELECT a.alias_key, a.tag_key, a.unmoved, t.name, ${hasRest(sql`a.alias_key`)} AS has_rest
      FROM tag_aliases a INDEXED BY tag_aliases_unmoved LEFT JOIN tags t ON t.tag_key = a.tag_key
      WHERE a.unmoved IS NOT NULL LIMIT 1`)
    if (alias === null) return
    await nextSlice(db, alias)
  }
}

type Unmoved = Pick<TagAlias, 'alias_key' | 'tag_key'> & {
  unmoved: number
  /** The name of the tag that replaces the alias. */
  name: string | null
  /** Public posts, followers or subscribers have the alias. */
  has_rest: 0 | 1
}

async function nextSlice(db: Database, alias: Unmoved): Promise<void> {
  const { alias_key: key, tag_key: into } = alias
  if (key !== into && alias.has_rest === 1) {
    await db.batch([...moveReaders(key, into, SLICE), savePublicPosts(key, SLICE)])
    return
  }
  const ids = await db.all(sql<{ id: number; status: string }>`
    SELECT id, status FROM posts
    WHERE id <= ${alias.unmoved} AND id > ${alias.unmoved - WALKED} AND ${hasAlias(alias)}
    ORDER BY id DESC LIMIT ${SLICE}`)
  const next =
    ids.length === SLICE ? (ids.at(-1)?.id ?? 0) - 1 : Math.max(0, alias.unmoved - WALKED)
  // A draft keeps its version: its tags are not in the search index, and its author may be writing.
  const drafts = ids.filter(({ status }) => status === 'draft').map(({ id }) => id)
  const others = ids.filter(({ status }) => status !== 'draft').map(({ id }) => id)
  await db.batch([
    sql`UPDATE posts SET tags = tags WHERE id IN (SELECT value FROM json_each(${JSON.stringify(drafts)}))`,
    savePosts(sql`SELECT value FROM json_each(${JSON.stringify(others)})`),
    sql`UPDATE tag_aliases SET unmoved = ${next} WHERE alias_key = ${key} AND unmoved = ${alias.unmoved}`,
    ...(next === 0 ? finish(key, into) : []),
  ])
}

/** The version grows, so that caches and the search index take the new tags. */
function savePosts(ids: SQL): Statement {
  return sql`UPDATE posts SET tags = tags, version = version + 1 WHERE id IN (${ids})`
}

function savePublicPosts(alias: string, most: number): Statement {
  const newest = LISTED_LANGUAGES.map(
    (language) => sql`
      SELECT * FROM (SELECT post_id, published_at FROM post_tags WHERE tag_key = ${alias} AND language = ${language}
        ORDER BY published_at DESC, post_id DESC LIMIT ${most})`,
  )
  return savePosts(sql`
    SELECT post_id FROM (${sql.join(newest, sql` UNION ALL `)}) ORDER BY published_at DESC LIMIT ${most}`)
}

/** The followers and subscribers of a deleted tag lose it. */
function moveReaders(alias: string, into: string | null, most: number): Statement[] {
  const followers = sql`SELECT f.user_id FROM tag_follows f WHERE f.tag_key = ${alias}`
  const subscribers = sql`
    SELECT s.subscriber_id FROM letter_subscriptions s WHERE s.kind = 'tag' AND s.ref = ${alias}`
  const moves =
    into === null
      ? []
      : [
          sql`UPDATE tag_follows SET tag_key = ${into} WHERE tag_key = ${alias} AND user_id IN (
            ${followers} AND NOT EXISTS (
              SELECT 1 FROM tag_follows o WHERE o.user_id = f.user_id AND o.tag_key = ${into})
            LIMIT ${most})`,
          sql`UPDATE letter_subscriptions SET ref = ${into} WHERE kind = 'tag' AND ref = ${alias} AND subscriber_id IN (
            ${subscribers} AND NOT EXISTS (SELECT 1 FROM letter_subscriptions o
              WHERE o.subscriber_id = s.subscriber_id AND o.kind = 'tag' AND o.ref = ${into})
            LIMIT ${most})`,
        ]
  // Readers who have both tags keep the other one.
  const both = (condition: SQL) => (into === null ? sql`` : sql`AND EXISTS (${condition})`)
  return [
    ...moves,
    sql`DELETE FROM tag_follows WHERE tag_key = ${alias} AND user_id IN (
      ${followers} ${both(sql`SELECT 1 FROM tag_follows o WHERE o.user_id = f.user_id AND o.tag_key = ${into}`)}
      LIMIT ${most})`,
    sql`DELETE FROM letter_subscriptions WHERE kind = 'tag' AND ref = ${alias} AND subscriber_id IN (
      ${subscribers} ${both(sql`SELECT 1 FROM letter_subscriptions o
        WHERE o.subscriber_id = s.subscriber_id AND o.kind = 'tag' AND o.ref = ${into}`)}
      LIMIT ${most})`,
  ]
}

function hasRest(alias: SQL): SQL {
  return sql`(EXISTS (SELECT 1 FROM post_tags WHERE tag_key = ${alias})
    OR EXISTS (SELECT 1 FROM tag_follows WHERE tag_key = ${alias})
    OR EXISTS (SELECT 1 FROM letter_subscriptions WHERE kind = 'tag' AND ref = ${alias}))`
}

/** The column `tags` is JSON that `JSON.stringify` or SQLite wrote, so its text can be compared. */
function hasAlias({ alias_key, tag_key, name }: Unmoved): SQL {
  const pair = sql`instr(tags, ${`[${JSON.stringify(alias_key)},`}) > 0`
  return alias_key === tag_key && name !== null
    ? sql`${pair} AND instr(tags, ${JSON.stringify([tag_key, name])}) = 0`
    : pair
}

/** No post has the alias any more. A deleted tag may be created again. */
function finish(alias: string, into: string | null): Statement[] {
  if (alias === into) return [sql`UPDATE tag_aliases SET unmoved = NULL WHERE alias_key = ${alias}`]
  return [
    into === null
      ? sql`DELETE FROM tag_aliases WHERE alias_key = ${alias} AND tag_key IS NULL`
      : sql`UPDATE tag_aliases SET unmoved = NULL WHERE alias_key = ${alias}`,
    sql`DELETE FROM tags WHERE tag_key = ${alias} AND NOT ${hasRest(sql`${alias}`)}`,
  ]
}
