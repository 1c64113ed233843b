import { and, sql } from 'drizzle-orm'
import * as z from 'zod'
import { type Database, equals } from '#db/client.ts'
import type { User } from '#db/schema/core.ts'
import { LEVEL_FLOORS, LEVEL_MAX } from '#features/core/people/level.ts'
import { usernameKey } from '#features/core/people/username-key.ts'
import { ADJUST_PEOPLE_MAX } from '#features/economy/energy/adjust.ts'
import { ReasonShape } from '#features/economy/energy/ledger.ts'
import {
  type AdminLedgerRow,
  type LedgerSearch,
  ledgerRows,
} from '#features/economy/energy/ledger-search.ts'
import { csvLine, csvStream } from '#kernel/formats/csv.ts'

const level = z.coerce.number().int().min(0).max(LEVEL_MAX).optional()
export const AudienceQuery = z.object({
  role: z.enum(['user', 'admin', 'owner']).optional(),
  status: z.enum(['active', 'banned']).optional(),
  level_min: level,
  level_max: level,
})

interface AudienceMatch {
  /** The number of matching users, at most one more than an adjustment allows. */
  count: number
  /** Empty if an adjustment does not allow so many users: a partial list would look complete. */
  uids: number[]
}

/**
 * The users that match a filter. The owner sees the number and then submits exactly these uids, so
 * the set of users cannot change between the preview and the adjustment.
 */
export async function findAudience(
  db: Database,
  audience: z.infer<typeof AudienceQuery>,
): Promise<AudienceMatch> {
  const { role, status, level_min = 0, level_max } = audience
  const from = LEVEL_FLOORS[level_min] ?? 0
  const beyond = level_max === undefined ? undefined : LEVEL_FLOORS[level_max + 1]
  // The unary plus disables indexes on columns where almost all users have the same value.
  const rows = await db.all(sql<{ uid: number }>`
    SELECT uid FROM users
    WHERE ${and(
      sql`+status <> 'deleted'`,
      equals(role === 'user' ? sql`+role` : sql`role`, role),
      equals(status === 'active' ? sql`+status` : sql`status`, status),
      from === 0 ? undefined : sql`exp >= ${from}`,
      beyond === undefined ? undefined : sql`exp < ${beyond}`,
    )}
    LIMIT ${ADJUST_PEOPLE_MAX + 1}`)
  const uids = rows.map(({ uid }) => uid).sort((a, b) => a - b)
  return { count: uids.length, uids: uids.length > ADJUST_PEOPLE_MAX ? [] : uids }
}

export const NAMES_MAX = 100

interface NamedUsers {
  uids: number[]
  /** The names that no user has, as they were typed. */
  unknown: string[]
}

/** Finds users by username. Users with a deleted account are not found. */
export async function usersNamed(db: Database, names: readonly string[]): Promise<NamedUsers> {
  const keys = names.map(usernameKey)
  const rows = await db.all(sql<Pick<User, 'uid' | 'username_key'>>`
    SELECT uid, username_key FROM users
    WHERE username_key IN (SELECT value FROM json_each(${JSON.stringify(keys)})) AND status <> 'deleted'`)
  const found = new Map(rows.map(({ uid, username_key }) => [username_key, uid]))
  return {
    uids: [...new Set(keys.flatMap((key) => found.get(key) ?? []))],
    unknown: names.filter((name) => !found.has(usernameKey(name))),
  }
}

/** Rows per query, so that memory use does not grow with the ledger. */
export const ROWS_AT_ONCE = 2_000

const HEAD = [
  'id',
  'created_at',
  'uid',
  'username',
  'amount',
  'reason',
  'balance_after',
  'post_id',
  'note',
]

/** The ledger, newest first. Entries added during the download are left out. */
export function ledgerCsv(db: Database, search: LedgerSearch): ReadableStream<Uint8Array> {
  const readAfter = (last: AdminLedgerRow | null) =>
    db.all(
      ledgerRows(search, { after: last && [last.created_at, last.id], limit: ROWS_AT_ONCE - 1 }),
    )
  return csvStream(HEAD, ROWS_AT_ONCE, readAfter, lineOf)
}

function lineOf(row: AdminLedgerRow): string {
  const { id, created_at, user_id, username, amount, reason, balance_after, post_id, note } = row
  return csvLine([id, created_at, user_id, username, amount, reason, balance_after, post_id, note])
}

/**
 * The range is limited because days are compared as text: a year with five digits would sort
 * wrongly.
 */
const day = z.iso.date().refine((value) => value >= '2000-01-01' && value < '3000-01-01')

/** Filter of ledger entries. `from` and `to` are inclusive days in Shanghai time. */
export const LedgerFilter = z.object({
  uid: z.coerce.number().int().min(1).optional(),
  reason: ReasonShape.optional(),
  from: day.optional(),
  to: day.optional(),
})
