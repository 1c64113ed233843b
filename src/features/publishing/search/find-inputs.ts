import * as z from 'zod'
import { POST_LANGUAGES } from '#features/publishing/posts/language.ts'
import { FOUND_KINDS } from '#features/publishing/search/find.ts'
import { SINCE } from '#features/publishing/search/fts/marks.ts'
import { text } from '#kernel/fields.ts'
import { TAG_MAX } from '#kernel/post-limits.ts'
import { QUERY_MAX } from '#kernel/sizes.ts'

/** The filters and the sort order of a search, by their names in the URL. */
const choices = {
  type: z.enum(FOUND_KINDS).optional(),
  sort: z.enum(['new', 'hot']).optional(),
  language: z.enum(POST_LANGUAGES).optional(),
  time: z.enum(SINCE).optional(),
  tag: text({ min: 1, max: TAG_MAX }).optional(),
  author: z.coerce.number().int().positive().optional(),
}

export const CHOICES = Object.keys(choices)

export const FindInput = z.object({ q: text({ min: 1, max: QUERY_MAX }), ...choices })

/** For pages: unknown values in a URL are ignored. */
export const FindOnPageInput = z.object({
  q: text({ max: QUERY_MAX }).default(''),
  type: choices.type.catch(undefined),
  sort: choices.sort.catch(undefined),
  language: choices.language.catch(undefined),
  time: choices.time.catch(undefined),
  tag: choices.tag.catch(undefined),
  author: choices.author.catch(undefined),
})
