/*
 * Tags that an admin may want to merge or rename, mostly after an import: one letter, or nearly the
 * name of a more popular tag. The names are compared here and not in SQL, because SQLite has no
 * distance of texts. The number of compared tags bounds the work.
 */

import { type Group, group } from '#db/client.ts'
import { type PopularTag, popularTags } from '#features/publishing/tags/tags.ts'
import { tagKey } from '#kernel/post-limits.ts'

/** Of the most used tags, only these are compared: about 10 ms of CPU. */
const COMPARED_TAGS = 500
const SUGGESTIONS_SHOWN = 8
/**
 * Shorter names that differ in one letter often mean different things, such as `rust` and `rest`.
 */
const SIMILAR_FROM = 6

export interface TagSuggestion extends PopularTag {
  /** The more popular tag that it resembles. Null for a tag of one letter. */
  like: string | null
}

export const tagSuggestions: Group<TagSuggestion[]> = group(
  { tags: popularTags(COMPARED_TAGS) },
  ({ tags }) => suggest(tags),
)

/** The tags are sorted, the most used first. */
export function suggest(tags: readonly PopularTag[]): TagSuggestion[] {
  const seen = new Map<string, PopularTag>()
  const suggestions: TagSuggestion[] = []
  for (const tag of tags) {
    const variants = variantsOf(tag.name)
    const like = variants.map((variant) => seen.get(variant)).find((other) => other !== undefined)
    if (like) suggestions.push({ ...tag, like: like.name })
    else if (/^[\p{Script=Latin}\d]$/u.test(tag.name)) suggestions.push({ ...tag, like: null })
    if (!like) for (const variant of variants) if (!seen.has(variant)) seen.set(variant, tag)
  }
  return suggestions.slice(0, SUGGESTIONS_SHOWN)
}

/**
 * Two names with a common variant resemble each other: they differ only in punctuation, in the
 * plural, or in one letter of a long word. Digits must be equal, because `es5` is not `es6`.
 */
function variantsOf(name: string): string[] {
  const letters = tagKey(name).replace(/[\s._·-]+/g, '')
  const digits = letters.replace(/\D+/g, '')
  const plain = /^[a-z]{4,}s$/.test(letters) ? letters.slice(0, -1) : letters
  const isLong = plain.length >= SIMILAR_FROM && /^[\p{Script=Latin}\d]+$/u.test(plain)
  const shorter = isLong
    ? Array.from(plain, (letter, at) =>
        /\d/.test(letter) ? [] : [`${plain.slice(0, at)}${plain.slice(at + 1)}`],
      ).flat()
    : []
  return [...new Set([plain, ...shorter])].map((variant) => `${digits}:${variant}`)
}
