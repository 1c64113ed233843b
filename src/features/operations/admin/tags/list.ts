import { and, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { beginsWith, type Group, group, pageGroup, type Statement } from '#db/client.ts'
import { isAlias } from '#features/publishing/tags/aliases.ts'
import { described, TagShape } from '#features/publishing/tags/tags.ts'
import type { Page, PageRequest } from '#kernel/paging.ts'
import { tagKey } from '#kernel/post-limits.ts'

export const AdminTagShape = TagShape.extend({
  synonyms: z
    .array(z.string())
    .describe('Synonyms and former names. Posts that are saved with one get the tag.'),
  moving: z
    .boolean()
    .describe('Posts of a synonym, of a former name or of a former spelling are still moved.'),
}).meta({ id: 'AdminTag' })

export type AdminTag = z.infer<typeof AdminTagShape>

type TagRow = Omit<AdminTag, 'synonyms' | 'moving'> & {
  tag_key: string
  is_alias: 0 | 1
  synonyms: string
  moving: 0 | 1
}

/** All tags, the most used first, also those without posts. With `q`, those that start with it. */
export function adminTagPage(q: string | undefined, request: PageRequest): Group<Page<AdminTag>> {
  const { after, limit } = request
  // A cursor of the list contains the number of posts and the key of a tag.
  const which =
    q === undefined
      ? sql`tags t INDEXED BY tags_popular WHERE ${and(sql`TRUE`, after ? sql`(t.posts_count, t.tag_key) < (${after[1]}, ${after[0]})` : undefined)}
          ORDER BY t.posts_count DESC, t.tag_key DESC`
      : sql`tags t WHERE ${and(beginsWith(sql`t.tag_key`, tagKey(q)), after ? sql`t.tag_key > ${after[0]}` : undefined)}
          ORDER BY t.tag_key`
  const page = pageGroup(
    ['admin tags', q],
    request,
    rowsOf(which, limit + 1),
    ({ tag_key, posts_count }) => [tag_key, posts_count],
    (row) => row,
  )
  return group({ page }, ({ page }) => ({
    ...page,
    items: page.items.flatMap(({ tag_key: _, is_alias, synonyms, moving, ...tag }) =>
      is_alias ? [] : [{ ...tag, synonyms: JSON.parse(synonyms), moving: moving === 1 }],
    ),
  }))
}

function rowsOf(which: SQL, limit: number): Statement<TagRow> {
  const aliases = sql`tag_aliases a WHERE a.tag_key = t.tag_key`
  return sql`
    SELECT t.tag_key, ${described}, ${isAlias(sql`t.tag_key`)} AS is_alias,
      (SELECT json_group_array(a.name) FROM ${aliases} AND a.alias_key <> a.tag_key) AS synonyms,
      EXISTS (SELECT 1 FROM ${aliases} AND a.unmoved IS NOT NULL) AS moving
    FROM (SELECT t.* FROM ${which} LIMIT ${limit}) t LEFT JOIN tag_descriptions d ON d.tag_key = t.tag_key`
}
