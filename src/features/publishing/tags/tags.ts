import * as z from 'zod'
import { line } from '#kernel/fields.ts'
import { TAG_MAX, TAGS_MAX, tagKey } from '#kernel/post-limits.ts'

/**
 * A tag as it is stored with a post: its key, and the name as the author wrote it. While the post is public, the triggers
 * posts_list_tags_new and posts_list_tags list it in `post_tags` and count it; post_tags_count_gone updates the count when it
 * is removed.
 */
export type Tag = readonly [key: string, name: string]

export const TagsInput = z
  .array(line({ min: 1, max: TAG_MAX }))
  .max(TAGS_MAX)
  .transform((names) => [...new Map(names.map((name) => [tagKey(name), name.normalize('NFC')]))] as Tag[])

export function namesOf(tags: string): string[] {
  return (JSON.parse(tags) as Tag[]).map(([, name]) => name)
}
