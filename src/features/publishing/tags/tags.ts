import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { beginsWith, type Database, type Group, group, one, type Statement } from '#db/client.ts'
import { type AuditActor, auditEntry } from '#features/core/site/audit-log.ts'
import { AppError } from '#kernel/errors.ts'
import { line } from '#kernel/fields.ts'
import { type Page, type PageRequest, pageOf, requireCursorOf } from '#kernel/paging.ts'
import { TAG_MAX, TAGS_MAX, tagKey } from '#kernel/post-limits.ts'

/**
 * A tag as it is stored with a post: its key, and the name as the author wrote it. While the post
 * is public, the triggers posts_list_tags_new and posts_list_tags list its tags in `post_tags` and
 * count them. The trigger post_tags_count_gone updates the count when a tag is removed.
 */
export type Tag = readonly [key: string, name: string]

export const TagsInput = z
  .array(line({ min: 1, max: TAG_MAX }))
  .max(TAGS_MAX)
  .transform(
    (names) => [...new Map(names.map((name) => [tagKey(name), name.normalize('NFC')]))] as Tag[],
  )

/** The names in the column `tags` of a post. */
export function namesOf(tags: string): string[] {
  return (JSON.parse(tags) as Tag[]).map(([, name]) => name)
}

/** A tag with the description that an admin wrote; null without one. */
export const TagShape = z
  .object({ name: z.string(), posts_count: z.int(), description: z.string().nullable() })
  .meta({ id: 'Tag' })

export type DescribedTag = z.infer<typeof TagShape>

export interface PopularTag {
  name: string
  posts_count: number
}

/** The tags with the most public posts. */
export function popularTags(limit: number | SQL): Statement<PopularTag> {
  return sql`
    SELECT name, posts_count FROM tags WHERE posts_count > 0
    ORDER BY posts_count DESC, tag_key DESC LIMIT ${limit}`
}

export const TAG_SORTS = ['popular', 'name'] as const
export type TagSort = (typeof TAG_SORTS)[number]

/** The tags of public posts. A cursor contains the key of a tag and its number of posts. */
export function tagPage(sort: TagSort, request: PageRequest): Group<Page<DescribedTag>> {
  return group({ rows: sort === 'popular' ? popular(request) : byName(request) }, ({ rows }) => {
    const cursorOf = ({ tag_key, posts_count }: IndexedRow) => [tag_key, posts_count] as const
    const page = pageOf(
      ['tags', sort],
      rows,
      request,
      cursorOf,
      ({ tag_key: _, ...tag }): DescribedTag => tag,
    )
    // Tags without posts are removed here and not in SQL, where skipping many of them could take
    // long. So a page may have fewer items than its limit.
    return { ...page, items: page.items.filter(({ posts_count }) => posts_count > 0) }
  })
}

type IndexedRow = DescribedTag & { tag_key: string }

function popular({ limit, after }: PageRequest): Statement<IndexedRow> {
  return sql`
    SELECT t.tag_key, t.name, t.posts_count, d.description
    FROM tags t INDEXED BY tags_popular LEFT JOIN tag_descriptions d ON d.tag_key = t.tag_key
    WHERE t.posts_count > 0 ${after ? sql`AND (t.posts_count, t.tag_key) < (${after[1]}, ${after[0]})` : sql``}
    ORDER BY t.posts_count DESC, t.tag_key DESC LIMIT ${limit + 1}`
}

function byName({ limit, after }: PageRequest): Statement<IndexedRow> {
  return sql`
    SELECT t.tag_key, t.name, t.posts_count, d.description
    FROM tags t LEFT JOIN tag_descriptions d ON d.tag_key = t.tag_key
    WHERE t.tag_key > ${after?.[0] ?? ''} ORDER BY t.tag_key LIMIT ${limit + 1}`
}

export const TAG_SUGGESTIONS = 10
/**
 * Of the tags that start with the typed text, only this many are compared, so that one typed letter
 * does not read the whole table.
 */
const COMPARED_MAX = 50

/**
 * The tags in use that start with the typed text, the most used first. This list has one page and
 * issues no cursors.
 */
export function suggestTags(
  db: Database,
  typed: string,
  request: PageRequest,
): Promise<DescribedTag[]> {
  requireCursorOf(['tag suggestions'], request)
  const candidates = sql`SELECT tag_key, name, posts_count FROM tags
    WHERE ${beginsWith(sql`tag_key`, tagKey(typed))} ORDER BY tag_key LIMIT ${COMPARED_MAX}`
  return db.all(sql<DescribedTag>`
    SELECT name, posts_count, description FROM (${candidates}) LEFT JOIN tag_descriptions USING (tag_key) WHERE posts_count > 0
    ORDER BY posts_count DESC, tag_key LIMIT ${Math.min(request.limit, TAG_SUGGESTIONS)}`)
}

const DELETED_TAGS_A_RUN = 5_000

/**
 * For the cron: deletes tags without posts, so that changing the tags of a post does not fill the
 * table. Tags with followers, subscribers or a description stay.
 */
export function deleteUnusedTags(): Statement {
  return sql`
    DELETE FROM tags WHERE tag_key IN (
      SELECT tag_key FROM tags t INDEXED BY tags_popular
      WHERE posts_count = 0
        AND NOT EXISTS (SELECT 1 FROM tag_follows WHERE tag_key = t.tag_key)
        AND NOT EXISTS (SELECT 1 FROM tag_descriptions WHERE tag_key = t.tag_key)
        AND NOT EXISTS (SELECT 1 FROM letter_topics WHERE kind = 'tag' AND ref = t.tag_key)
      LIMIT ${DELETED_TAGS_A_RUN})`
}

export const TAG_DESCRIPTION_MAX = 300

/** Plain text. An empty text removes the description. */
export const TagDescriptionInput = z.object({ description: line({ max: TAG_DESCRIPTION_MAX }) })

/** A tag that was ever used, found by any spelling of its name. */
export function tagNamed(name: string): Statement<DescribedTag> {
  return sql`
    SELECT name, posts_count, description FROM tags LEFT JOIN tag_descriptions USING (tag_key)
    WHERE tag_key = ${tagKey(name)}`
}

/**
 * Sets or, with an empty text, removes the description of a tag. An unchanged description adds no
 * entry to the audit log.
 */
export async function describeTag(
  db: Database,
  admin: AuditActor,
  name: string,
  description: string,
  now: Date,
): Promise<DescribedTag> {
  const { tag } = await db.read({ tag: one(tagNamed(name)) })
  if (!tag) throw new AppError('not_found')
  const after = description === '' ? null : description
  if (after === tag.description) return tag
  const key = tagKey(name)
  const change = { before: { value: tag.description }, after: { value: after } }
  await db.batch([
    auditEntry(
      admin,
      { action: 'tag.describe', target: ['site_setting', `tag.${key}`], ...change },
      now,
    ),
    after === null
      ? sql`DELETE FROM tag_descriptions WHERE tag_key = ${key}`
      : sql`INSERT INTO tag_descriptions (tag_key, description) VALUES (${key}, ${after})
          ON CONFLICT (tag_key) DO UPDATE SET description = excluded.description`,
  ])
  return { ...tag, description: after }
}
