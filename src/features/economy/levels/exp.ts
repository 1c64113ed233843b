import { sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import { concerning } from '#db/concerns.ts'

/**
 * Exp that comes without energy; what comes with it is part of the ledger entry. The trigger users_level_up adds a notice for
 * every level that is reached. Pays only if the statement right before it in the batch changed a row: that row is the once-only
 * lock.
 */
export function expGrantIfChanged(uid: number | Statement, amount: number): Statement {
  const statement = sql`UPDATE users SET exp = exp + ${amount} WHERE uid = ${uid} AND changes() = 1`
  return typeof uid === 'number' ? concerning({ users: [uid] }, statement) : statement
}
