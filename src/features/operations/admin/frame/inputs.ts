import * as z from 'zod'
import { RESTRICTION_DAYS_MAX } from '#features/accounts/accounts/status-and-role.ts'
import { line, text } from '#kernel/fields.ts'
import { QUERY_MAX } from '#kernel/sizes.ts'

export const REASON_MAX = 500

/** The reason of an admin action. The affected user sees it, and the audit log stores it. */
export const reasonInput = line({ min: 1, max: REASON_MAX })

/** After these days a ban or silence ends by itself. */
export const restrictionDays = z.int().min(1).max(RESTRICTION_DAYS_MAX).optional()

/** An empty text means no search. */
export const searchInput = text({ max: QUERY_MAX })
  .transform((q) => q || undefined)
  .optional()

/** A number in a page URL. Invalid values are ignored. */
export const pageNumber = z.coerce.number().int().positive().optional().catch(undefined)
