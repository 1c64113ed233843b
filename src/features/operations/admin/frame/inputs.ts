import { z } from 'zod'
import { text } from '#kernel/fields.ts'
import { QUERY_MAX } from '#kernel/sizes.ts'

export const REASON_MAX = 500

/** Why an admin did it: told to the person concerned, and kept in the log. */
export const reasonInput = text({ min: 1, max: REASON_MAX })

/** Nothing to look for is no search. */
export const searchInput = text({ max: QUERY_MAX })
  .transform((q) => q || undefined)
  .optional()

/** A number in the address of a page: one that cannot be read counts as not given. */
export const pageNumber = z.coerce.number().int().positive().optional().catch(undefined)
