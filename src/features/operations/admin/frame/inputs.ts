import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Database } from '#db/client.ts'
import { isOutage } from '#db/outage.ts'
import { RESTRICTION_DAYS_MAX } from '#features/accounts/status/status-and-role.ts'
import { usernameKey } from '#features/core/people/username-key.ts'
import { AppError } from '#kernel/errors.ts'
import { line, text } from '#kernel/fields.ts'
import { BATCH_MAX, QUERY_MAX } from '#kernel/sizes.ts'

export const REASON_MAX = 500

/** The reason of an admin action. The affected user sees it, and the audit log stores it. */
export const reasonInput = line({ min: 1, max: REASON_MAX })

/**
 * The number of days after which a ban or a silence ends by itself. Without it, an admin has to
 * lift it.
 */
export const restrictionDays = z.int().min(1).max(RESTRICTION_DAYS_MAX).optional()

/** An empty text means no search. */
export const searchInput = text({ max: QUERY_MAX })
  .transform((q) => q || undefined)
  .optional()

export const idFilter = z.coerce.number().int().min(1).optional()

export const batchIds = z.array(z.int().min(1)).min(1).max(BATCH_MAX)

/** A uid that no user has. */
const NOBODY = 0

/**
 * The uids of the people that an admin typed into filters, by username or by uid. Digits are a uid.
 * An unknown name becomes a uid that no user has, because without a uid the filter would show the
 * entries of all users.
 */
export async function uidsOf<Name extends string>(
  db: Database,
  typed: Record<Name, string | undefined>,
): Promise<Record<Name, number | undefined>> {
  const entries = Object.entries(typed) as [Name, string | undefined][]
  const keys = entries.flatMap(([, value]) =>
    value === undefined || isUid(value) ? [] : usernameKey(value),
  )
  const rows =
    keys.length === 0
      ? []
      : await db.all(sql<{ uid: number; username_key: string }>`
          SELECT uid, username_key FROM users WHERE username_key IN (SELECT value FROM json_each(${JSON.stringify(keys)}))`)
  const uidOf = (value: string) =>
    isUid(value)
      ? Number(value)
      : (rows.find(({ username_key }) => username_key === usernameKey(value))?.uid ?? NOBODY)
  return Object.fromEntries(
    entries.map(([name, value]) => [name, value === undefined ? undefined : uidOf(value)]),
  ) as Record<Name, number | undefined>
}

function isUid(typed: string): boolean {
  return /^\d{1,15}$/.test(typed)
}

export const BatchResponseShape = z
  .object({
    items: z.array(z.object({ id: z.int(), ok: z.boolean(), code: z.string().optional() })),
  })
  .meta({ id: 'BatchResponse' })

type BatchItem = z.infer<typeof BatchResponseShape>['items'][number]

/**
 * Applies an action to each id, one after the other. A refused item does not stop the batch. An
 * outage or a bug stops it: the response contains the results so far, and the error code for all
 * remaining items. If the first item fails like this, the error is thrown.
 */
export async function applyToEach(
  ids: readonly number[],
  act: (id: number) => Promise<unknown>,
): Promise<BatchItem[]> {
  const items: BatchItem[] = []
  for (const [at, id] of ids.entries()) {
    try {
      await act(id)
      items.push({ id, ok: true })
    } catch (error) {
      if (error instanceof AppError) items.push({ id, ok: false, code: error.code })
      else if (at === 0) throw error
      else {
        const code = logFailure(error)
        return [...items, ...ids.slice(at).map((left) => ({ id: left, ok: false, code }))]
      }
    }
  }
  return items
}

function logFailure(error: unknown): string {
  console.error(
    JSON.stringify({ level: 'error', error: error instanceof Error ? error.stack : String(error) }),
  )
  return isOutage(error) ? 'unavailable' : 'internal'
}
