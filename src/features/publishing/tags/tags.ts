import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { beginsWith, type Database, type Group, group, type Statement } from '#db/client.ts'
import { isAlias, keyOfTag } from '#features/publishing/tags/aliases.ts'
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

/** A tag with the texts that an admin wrote; null without one. */
export const TagShape = z
  .object({
    name: z.string(),
    posts_count: z.int(),
    description: z.string().nullable(),
    colour: z.string().nullable().describe('The colour of the tag, as #rrggbb.'),
    translation_of: z
      .string()
      .nullable()
      .describe('The tag with the same meaning in the other language. Both tags name each other.'),
  })
  .meta({ id: 'Tag' })

export type DescribedTag = z.infer<typeof TagShape>

export interface PopularTag {
  name: string
  posts_count: number
}

/** The columns of a `DescribedTag`, from a row `t` of tags and a row `d` of tag_descriptions. */
export const described = sql`t.name, t.posts_count, d.description, t.colour,
  (SELECT o.name FROM tags o WHERE o.tag_key = t.translation_of) AS translation_of`

/** The tags with the most public posts. */
export function popularTags(limit: number | SQL): Statement<PopularTag> {
  return sql`
    SELECT name, posts_count FROM tags WHERE posts_count > 0 AND NOT ${isAlias(sql`tags.tag_key`)}
    ORDER BY posts_count DESC, tag_key DESC LIMIT ${limit}`
}

export const TAG_SORTS = ['popular', 'name'] as const
export type TagSort = (typeof TAG_SORTS)[number]

/** The tags of public posts. A cursor contains the key of a tag and its number of posts. */
export function tagPage(sort: TagSort, request: PageRequest): Group<Page<DescribedTag>> {
  return group({ rows: sort === 'popular' ? popular(request) : byName(request) }, ({ rows }) => {
    const cursorOf = ({ tag_key, posts_count }: IndexedRow) => [tag_key, posts_count] as const
    const page = pageOf(['tags', sort], rows, request, cursorOf, ({ tag_key: _, ...tag }) => tag)
    // Tags without posts and aliases are removed here and not in SQL, where skipping many of them
    // could take long. So a page may have fewer items than its limit.
    const items = page.items.flatMap(({ is_alias, ...tag }) =>
      tag.posts_count > 0 && !is_alias ? [tag] : [],
    )
    return { ...page, items }
  })
}

type IndexedRow = DescribedTag & { tag_key: string; is_alias: 0 | 1 }

const indexed = sql`t.tag_key, ${described}, ${isAlias(sql`t.tag_key`)} AS is_alias`

function popular({ limit, after }: PageRequest): Statement<IndexedRow> {
  return sql`
    SELECT ${indexed}
    FROM tags t INDEXED BY tags_popular LEFT JOIN tag_descriptions d ON d.tag_key = t.tag_key
    WHERE t.posts_count > 0 ${after ? sql`AND (t.posts_count, t.tag_key) < (${after[1]}, ${after[0]})` : sql``}
    ORDER BY t.posts_count DESC, t.tag_key DESC LIMIT ${limit + 1}`
}

function byName({ limit, after }: PageRequest): Statement<IndexedRow> {
  return sql`
    SELECT ${indexed}
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
  const candidates = sql`SELECT * FROM tags
    WHERE ${beginsWith(sql`tag_key`, tagKey(typed))} ORDER BY tag_key LIMIT ${COMPARED_MAX}`
  return db.all(sql<DescribedTag>`
    SELECT ${described} FROM (${candidates}) t LEFT JOIN tag_descriptions d ON d.tag_key = t.tag_key
    WHERE t.posts_count > 0 AND NOT ${isAlias(sql`t.tag_key`)}
    ORDER BY t.posts_count DESC, t.tag_key LIMIT ${Math.min(request.limit, TAG_SUGGESTIONS)}`)
}

const DELETED_TAGS_A_RUN = 5_000

/**
 * For the cron: deletes tags without posts, so that changing the tags of a post does not fill the
 * table. Tags with followers or subscribers stay, and those that an admin has changed.
 */
export function deleteUnusedTags(): Statement {
  return sql`
    DELETE FROM tags WHERE tag_key IN (
      SELECT tag_key FROM tags t INDEXED BY tags_popular
      WHERE posts_count = 0 AND kept IS NULL
        AND NOT EXISTS (SELECT 1 FROM tag_follows WHERE tag_key = t.tag_key)
        AND NOT EXISTS (SELECT 1 FROM tag_descriptions WHERE tag_key = t.tag_key)
        AND NOT EXISTS (SELECT 1 FROM letter_topics WHERE kind = 'tag' AND ref = t.tag_key)
      LIMIT ${DELETED_TAGS_A_RUN})`
}

/**
 * A tag that was ever used, found by any spelling of its name. A former name or a synonym finds the
 * tag that replaced it; `replacedBy` compares them. A deleted tag is not found.
 */
export function tagNamed(name: string): Statement<DescribedTag> {
  return sql`
    SELECT ${described} FROM tags t LEFT JOIN tag_descriptions d ON d.tag_key = t.tag_key
    WHERE t.tag_key = ${keyOfTag(name)}`
}

/** The name of the tag that replaced the tag `asked`. Null if `asked` is a name of `tag` itself. */
export function replacedBy(asked: string, tag: { name: string } | null): string | null {
  return tag === null || tagKey(tag.name) === tagKey(asked) ? null : tag.name
}
